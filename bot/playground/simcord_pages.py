"""What the playground depends on in simcord's pages, scripts and styles, and how it changes them."""

from __future__ import annotations

PAGE_NAMES = {
    'id="preview-app"': "index.html: busy while messages are drawn; as large as the pane",
    'id="channel-message-list"': "index.html: the messages; a new child is a new message",
    'id="channel-timeline"': "index.html: what is scrolled",
    'id="action-status"': "index.html: the result of a press; hidden in a pane, which shows its own text",
    'id="channel-composer"': "index.html: where a message is typed; Alt+Shift+1 leads there",
    'createElement("article")': "timeline.js: a message; a link to the board leads to one",
    "dataset.messageId": "timeline.js: its id",
    "data-control-key": "focus.js: elements that can have the focus",
    "time.dateTime": "text.js: the time that a relative time refers to",
    "was not completed": "actions.js: a press was refused",
    "outcome uncertain": "actions.js: a press was not answered",
    'class="preview-toolbar"': "index.html: not shown in a pane, as are the next three",
    'class="messages-sidebar"': "index.html",
    'class="inspector-panel"': "index.html",
    'class="channel-header"': "index.html",
    'class="preview-shell"': "index.html: the grid that contains them, as the next one does",
    'class="preview-workspace"': "index.html",
    "timeline-day-divider": "timeline.js: the date; not shown, as is the next one",
    "message-edited-compact": "messages.js",
    "message-context-actions": "messages.js: to reply, to delete and the like; only for a mouse",
    "message-components": "messages.js: what a message of components shows, and",
    "message-content": "messages.js: what one of text shows; a headline is the first part of either",
    "text-display": "components.js: text; the first of a message is read aloud",
    "message-ephemeral-note": "messages.js: marks what one person alone can see",
    "component-button": "components.js: a button of the bot's; gets the focus, as the next one does",
    "select-trigger": "selects.js: a menu",
    "component-container": "components.js: the box of a message; narrower in a low pane, as are the next two",
    "message-header": "messages.js",
    "channel-message-list": "index.html",
    "channel-message": "timeline.js: the class of a message",
    "command-suggestion-meta": "commands.js: the description of a choice",
    "command-suggestion": "commands.js: a choice",
    "command-error": "commands.js: what is wrong with an option; would be cut off",
    "command-pill": "commands.js: an option of a command; shows focus",
    "custom-emoji": "text.js: an emoji in a text; shown as large as in Discord",
    "command-option-input": "commands.js: the field in it; shows none of its own",
}
"""What pane.js, pane.css and page.js depend on in simcord's pages: a text, the file that contains it, and why."""

FALLBACK = 3000
"""Milliseconds between a page's polls if it is told of no change; simcord's 500 would keep the CPU busy."""
REWRITES = {
    # All panes share one port and the same scripts. Relative URLs send each request to the pane that makes it.
    "app.js": (('"/api/', '"api/', 3), ("`/api/", "`api/", 2)),
    "assets.js": (("`/api/", "`api/", 1),),
    "transport.js": (('"/api/', '"api/', 2),),
    # A page polls when it is told of a change, and polls again if another came during the poll.
    "session.js": (
        ("interval = 500", f"interval = {FALLBACK}", 1),
        (
            "async function poll() {\n    timer = null;",
            "async function poll() {\n    timer = null;\n    changed = false;",
            1,
        ),
        ("setTimeout(poll, interval)", "setTimeout(poll, changed ? 0 : interval)", 1),
        (
            "  function pause() {",
            "  let changed = false;\n"
            '  window.addEventListener("playground-change", () => {\n'
            "    changed = true;\n"
            "    if (timer !== null) { clearTimeout(timer); void poll(); }\n"
            "  });\n"
            "  function pause() {",
            1,
        ),
    ),
    # pane.js alone decides what is scrolled to.
    "timeline.js": (("function reconcileScrollIntent() {", "function reconcileScrollIntent() {\n    return;", 1),),
    "commands.js": (
        # Do not offer choices again once one is chosen: Enter would replace it with the first one instead of sending.
        (
            "context();\n          if (option.type",
            "context();\n          if (currentDraft().values[option.name]?.label) clearPopup();\n"
            "          else if (option.type",
            1,
        ),
        # Escape leaves a command and empties the field, as in Discord.
        (
            'if (event.key === "Escape") { clearPopup(); return true; }',
            'if (event.key === "Escape") {\n      exitCommand();\n      input.value = "";\n'
            '      input.dispatchEvent(new Event("input", { bubbles: true }));\n      return true;\n    }',
            1,
        ),
        # Nobody can be their own opponent: who types is suggested last.
        (
            "name: entry.label ?? entry.name ?? entry.username ?? entry.id,\n    })) : [];",
            "name: entry.label ?? entry.name ?? entry.username ?? entry.id,\n"
            "    })).sort((one, two) => (one.value === viewerId) - (two.value === viewerId)) : [];",
            1,
        ),
        # A choice shows its description.
        (
            'if (optional) item.append(node("span", "command-suggestion-ellipsis", "…"));',
            'if (value.description) item.append(node("span", "command-suggestion-meta", value.description));',
            1,
        ),
    ),
    # Marks relative times, so that pane.js can find and update them.
    "text.js": (
        (
            "if (valid) time.dateTime = date.toISOString();",
            "if (valid) time.dateTime = date.toISOString();\n  time.dataset.style = style;",
            1,
        ),
        # An emoji is the bot's own file: simcord drops what is uploaded.
        (
            '  const assetId = typeof emoji.asset_id === "string" ? emoji.asset_id : null;\n',
            "  if (emoji.id) {\n"
            '    const own = node("img", "custom-emoji");\n'
            "    own.alt = own.title = `:${emoji.name}:`;\n"
            "    own.src = `/playground/emojis/${emoji.name}.png`;\n"
            "    parent.append(own);\n"
            "    return;\n"
            "  }\n"
            '  const assetId = typeof emoji.asset_id === "string" ? emoji.asset_id : null;\n',
            1,
        ),
    ),
    "index.html": (
        (
            "</head>",
            '<link rel="stylesheet" href="/playground/pane.css">'
            '<script type="module" src="/playground/pane.js"></script></head>',
            1,
        ),
    ),
}
"""Changes to the files that simcord serves: file, old text, new text, how often the old text occurs."""


def rewritten(name: str, text: str) -> str:
    """One of simcord's files with the changes of `REWRITES`. Raises `LookupError` if an old text is missing."""
    for old, new, times in REWRITES[name]:
        if text.count(old) != times:
            raise LookupError(f"simcord's {name} does not hold {old!r} {times} times any more")
        text = text.replace(old, new)
    return text

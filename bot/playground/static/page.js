// The page round the panes: builds them from what the server tells, and has the buttons do what they say.

const [tools, said, tabs, main] = ["tools", "said", "tabs", "panes"].map((id) => document.getElementById(id));
const panes = [];
let gone = false;
const closed = `The playground is closed. Start it again on port ${location.port}, and this page goes on by itself.`;
const FADES = 10_000; // milliseconds
const SHORT = { "direct messages": "DMs" }; // on a tab, which has no room for more

/** @param {string} tag @param {object} [properties] @param {...(Node|string)} children */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** @param {string} path @param {object} [wish] */
async function ask(path, wish) {
  const response = await fetch(`/playground/${path}`, wish && { method: "POST", body: JSON.stringify(wish) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

let fading;

/** @param {string} sentence @param {boolean} [fades] what a tool said is soon old */
function say(sentence, fades = false) {
  clearTimeout(fading);
  said.textContent = sentence;
  if (fades) fading = setTimeout(() => { said.textContent = ""; }, FADES);
}

/** A button that has something done, says what came of it, and can't be pressed again meanwhile. */
function tool(label, doing, work) {
  const button = element("button", { type: "button", textContent: label });
  button.addEventListener("click", async () => {
    button.disabled = true;
    say(doing);
    try {
      say(await work(), true);
    } catch {
      say(gone ? closed : "That did not work; the terminal may say why.");
    }
    button.disabled = false;
    button.focus();
  });
  tools.append(button);
  return button;
}

/** Stays pressed as long as their direct messages are closed. */
function directMessages(seat) {
  const button = tool(`Close ${seat.name}'s DMs`, "…", async () => {
    const answer = await ask("direct-messages", { name: seat.name, open: !seat.open });
    seat.open = !seat.open;
    pressed();
    return answer.said;
  });
  const pressed = () => button.setAttribute("aria-pressed", String(!seat.open));
  button.title = `Pressed, the bot can't send ${seat.name} direct messages`;
  pressed();
}

function show(pane, focus = false) {
  for (const other of panes) {
    const chosen = other === pane;
    other.section.classList.toggle("shown", chosen);
    other.tab.setAttribute("aria-selected", String(chosen));
    other.tab.tabIndex = chosen ? 0 : -1;
  }
  seen(pane);
  pane.tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (focus) pane.tab.focus();
}

/** Where there are tabs, what they lead to is no region beside others. */
const narrow = matchMedia("(max-width: 899px)");
function roles() {
  for (const { section } of panes) section.role = narrow.matches ? "tabpanel" : null;
}
narrow.addEventListener("change", roles);

function seen(pane, news = false) {
  pane.tab.classList.toggle("news", news);
  pane.tab.setAttribute("aria-label", news ? `${pane.title}, new messages` : pane.title);
}

function jump(index) {
  const pane = panes[index];
  if (!pane) return;
  show(pane);
  pane.frame.focus();
  pane.frame.contentDocument?.querySelector("#channel-composer [data-control-key]")?.focus();
}

/** Alt+Shift+1, 2, …: to the composer of that pane, from wherever the keyboard is. */
function jumps(view) {
  view.addEventListener("keydown", (event) => {
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (!event.altKey || !event.shiftKey || !digit) return;
    event.preventDefault();
    jump(Number(digit[1]) - 1);
  }, true);
}

/** A link to a message leads to that message in the same person's panes, not to the real Discord. */
function links(from) {
  from.frame.contentWindow.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="https://discord.com/channels/"]');
    if (!link) return;
    event.preventDefault();
    const wanted = `article[data-message-id="${link.href.split("/").pop()}"]`;
    const there = (pane) => pane.seat === from.seat && pane.frame.contentDocument?.querySelector(wanted);
    const pane = panes.find(there);
    if (!pane) return;
    show(pane);
    pane.frame.focus();
    there(pane).scrollIntoView({ block: "nearest" });
    there(pane).querySelector("button")?.focus();
  }, true);
}

function add(seat, { title, url }) {
  const index = panes.length;
  const name = `${seat.name}: ${title}`;
  const frame = element("iframe", { title: name, src: url });
  const heading = element("h2", { id: `pane-${index}-name` }, name, element("kbd", { textContent: `Alt+Shift+${index + 1}` }));
  const section = element("section", { id: `pane-${index}` }, heading, frame);
  section.setAttribute("aria-label", name);
  const tab = element("button", { type: "button", role: "tab", textContent: `${seat.name}: ${SHORT[title] ?? title}` });
  tab.setAttribute("aria-controls", section.id);
  const pane = { title: name, seat, frame, section, tab };
  panes.push(pane);
  seen(pane);
  tab.addEventListener("click", () => show(pane));
  tab.addEventListener("keydown", (event) => {
    const count = panes.length;
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(panes[(next + count) % count], true);
  });
  frame.addEventListener("load", () => {
    jumps(frame.contentWindow);
    links(pane);
    const list = frame.contentDocument.getElementById("channel-message-list");
    let first = true;
    new MutationObserver(() => {
      if (!first && !section.classList.contains("shown")) seen(pane, true);
      first = false;
    }).observe(list, { childList: true });
  });
  tabs.append(tab);
  main.append(section);
}

const world = await ask("world");
tool("Restart the bot", "The bot is being restarted…", async () => (await ask("restart", {})).said);
for (const seat of world.seats) {
  directMessages(seat);
  for (const pane of seat.panes) add(seat, pane);
}
say(world.said);
roles();
show(panes[0]);
jumps(window);

/** @returns a stream that tells of each change, and of the state as it is at its beginning */
function listen() {
  const changes = new EventSource("/playground/changes");
  changes.addEventListener("message", ({ data }) => {
    if (data !== world.start) return location.reload();
    if (gone) say("");
    gone = false;
    for (const { frame } of panes) frame.contentWindow?.dispatchEvent(new Event("playground-change"));
  });
  changes.addEventListener("error", () => {
    gone = true;
    say(closed);
  });
  return changes;
}

// One stream for all panes, and only while the page is seen: a browser opens six connections to one place, no more.
let changes = null;
function attend() {
  if (!document.hidden) changes ??= listen();
  else {
    changes?.close();
    changes = null;
  }
}
document.addEventListener("visibilitychange", attend);
attend();

// The page round the panes: builds them from what the server tells, and has the buttons do what they say.

const IDS = ["tools", "said", "ended", "start", "alone", "levels", "level", "both", "how", "games", "tabs", "panes", "news"];
const [tools, said, ended, start, alone, levels, level, both, how, games, tabs, main, news] = IDS.map((id) => document.getElementById(id));
const panes = [];
const TITLE = document.title;
const CLOSED = `The playground is closed. Start it again on port ${location.port}, and this page goes on by itself.`;
const FADES = 10_000; // milliseconds
const LINES = 5; // of news that are kept, for a screen reader that is behind
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
function tool(place, label, doing, work) {
  const button = element("button", { type: "button", textContent: label });
  button.addEventListener("click", async () => {
    button.disabled = true;
    say(doing);
    try {
      say(await work(), true);
    } catch {
      say("That did not work; the terminal may say why.");
    }
    button.disabled = false;
    if (document.activeElement === document.body) button.focus();
  });
  place.append(button);
  return button;
}

/** The button that closes somebody's direct messages, or opens them; the pane says whether they are closed. */
function directMessages(seat) {
  const button = tool(tools, "", "…", async () => {
    const answer = await ask("direct-messages", { name: seat.name, open: !seat.open });
    seat.open = !seat.open;
    shown();
    return answer.said;
  });
  const shown = () => {
    button.textContent = `${seat.open ? "Close" : "Open"} ${seat.name}'s DMs`;
    button.classList.toggle("closed", !seat.open);
    for (const pane of panes) if (pane.seat === seat && pane.direct) name(pane);
  };
  shown();
}

const isAlone = () => alone.getAttribute("aria-pressed") === "true";

/** Whether the next game is against the computer, or both sides are played. */
function choose(against) {
  alone.setAttribute("aria-pressed", String(against));
  levels.hidden = !against;
  both.textContent = against ? "You play against the computer." : "You play both sides.";
  how.textContent = against ? "Choose a game; it begins at once." : "Choose a game, and Ada challenges Ben to it.";
}

/** The games, each of which a challenge begins; they are offered as long as there is no duel, and where asked for. */
function beginnings() {
  const again = element("button", { type: "button", textContent: "New duel" });
  const offer = (offered) => {
    start.hidden = !offered;
    again.setAttribute("aria-expanded", String(offered));
  };
  again.setAttribute("aria-controls", start.id);
  again.addEventListener("click", () => offer(start.hidden));
  tools.append(again);
  offer(!world.duel);
  level.append(...world.levels.map((name) => element("option", { textContent: name, selected: name === "medium" })));
  alone.hidden = world.seats.length === 1;
  alone.addEventListener("click", () => choose(!isAlone()));
  choose(alone.hidden);
  for (const { name: game, title, tagline } of world.games) {
    const button = tool(games, title, "…", async () => {
      const wish = isAlone() ? { game, level: level.value } : { game };
      const { said: sentence, seat, message } = await ask("begin", wish);
      offer(false);
      tabbed(isAlone());
      lead(panes.find((pane) => pane.seat.name === seat && !pane.direct), message);
      return sentence;
    });
    button.append(element("small", { textContent: tagline }));
  }
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

/** Panes are tabs where there is no room for all, and where one plays alone, in one of them. */
const narrow = matchMedia("(max-width: 899px)");
let oneAtATime = false;
function tabbed(wanted = oneAtATime) {
  oneAtATime = wanted;
  const are = narrow.matches || wanted;
  document.body.classList.toggle("tabbed", are);
  for (const { section } of panes) section.role = are ? "tabpanel" : null; // no region beside others
}
narrow.addEventListener("change", () => tabbed());

function seen(pane, unread = false) {
  pane.tab.classList.toggle("news", unread);
  name(pane);
}

/** Name a pane, and say whether it is closed to the bot or has what nobody has seen. */
function name(pane) {
  const closed = pane.direct && !pane.seat.open;
  pane.state.textContent = closed ? " · closed to the bot" : "";
  pane.tab.textContent = pane.short + (closed ? ", closed" : "");
  pane.tab.classList.toggle("closed", closed);
  const states = [pane.title, closed && "closed", pane.tab.classList.contains("news") && "new messages"];
  pane.tab.setAttribute("aria-label", states.filter(Boolean).join(", "));
}

/** Lead to a message in a pane, as soon as it is there. */
function lead(pane, message) {
  show(pane);
  pane.frame.focus();
  pane.frame.contentWindow.dispatchEvent(new CustomEvent("playground-show", { detail: message }));
}

const told = new Map(); // headlines without their times, which run on, by message

/** Have a change read aloud, once: both players see the same board, and one player's panels say the same. */
function tell(pane, { message, headline, said, secret }) {
  if (!pane.section.classList.contains("shown")) seen(pane, true);
  if (told.get(message) === said) return;
  told.set(message, said);
  const own = pane.direct || secret;
  const line = own ? `${pane.seat.name}: ${headline}` : headline;
  if (own && [...news.children].some((told) => told.textContent === line)) return;
  news.append(element("p", { textContent: line }));
  while (news.children.length > LINES) news.firstChild.remove();
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
    const message = link.href.split("/").pop();
    const wanted = `article[data-message-id="${message}"]`;
    const pane = panes.find((one) => one.seat === from.seat && one.frame.contentDocument?.querySelector(wanted));
    if (pane) lead(pane, message);
  }, true);
}

function add(seat, { title, url }) {
  const index = panes.length;
  const called = `${seat.name}: ${title}`;
  const frame = element("iframe", { title: called, src: url });
  const state = element("b");
  const heading = element("h2", {}, called, state, element("kbd", { textContent: `Alt+Shift+${index + 1}` }));
  const section = element("section", { id: `pane-${index}` }, heading, element("div", {}, frame));
  section.setAttribute("aria-label", called);
  const short = `${seat.name}: ${SHORT[title] ?? title}`;
  const tab = element("button", { type: "button", role: "tab" });
  tab.setAttribute("aria-controls", section.id);
  const pane = { title: called, seat, short, direct: title in SHORT, frame, section, tab, state };
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
    frame.contentWindow.addEventListener("playground-news", ({ detail }) => tell(pane, detail));
  });
  tabs.append(tab);
  main.append(section);
}

const world = await ask("world");
beginnings();
tool(tools, "Restart the bot", "The bot is being restarted…", async () => (await ask("restart", {})).said);
for (const seat of world.seats) {
  directMessages(seat);
  for (const pane of seat.panes) add(seat, pane);
}
say(world.said);
tabbed(world.alone);
show(panes[0]);
jumps(window);

/** @returns a stream that tells of each change, and of the state as it is at its beginning */
function listen() {
  const changes = new EventSource("/playground/changes");
  changes.addEventListener("message", ({ data }) => {
    if (data !== world.start) return location.reload();
    end(false);
    for (const { frame } of panes) frame.contentWindow?.dispatchEvent(new Event("playground-change"));
  });
  changes.addEventListener("error", () => end(true));
  return changes;
}

/** Whether the playground has ended: then nothing here does anything. */
function end(over) {
  if (Boolean(ended.textContent) === over) return;
  ended.textContent = over ? CLOSED : "";
  document.title = over ? `Closed · ${TITLE}` : TITLE;
  for (const part of [tools, start, tabs, main]) part.inert = over;
  if (over) say("");
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

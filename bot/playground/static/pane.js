// What a pane does beyond simcord's preview: relative times run, it keeps the newest message in view and the focus where
// somebody plays, it tells the page what is new, and a press that came to nothing is told.

const NOTICE = 5000; // milliseconds
const SAID = 6; // lines of a message that are read aloud: its title, and what a panel says of the exchange and the turn
const CONTROLS = "a[href], .component-button:not(:disabled), .select-trigger:not(:disabled)";
const byId = (id) => document.getElementById(id);
const app = byId("preview-app");
const list = byId("channel-message-list");
const timeline = byId("channel-timeline");
const status = byId("action-status");
timeline.setAttribute("aria-live", "off"); // the page says what is new, in fewer words

/** @param {string} tag @param {string} id */
function added(tag, id) {
  const made = Object.assign(document.createElement(tag), { id });
  document.body.append(made);
  return made;
}

const UNITS = [["second", 1, 60], ["minute", 60, 3600], ["hour", 3600, 86400], ["day", 86400, 604800], ["week", 604800, Infinity]];
const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

const { began, speed } = await (await fetch("/playground/time")).json();

/** The world's time, in milliseconds. */
function now() {
  return began + (Date.now() - began) * speed;
}

function tick() {
  for (const time of document.querySelectorAll('time[data-style="R"]')) {
    const seconds = (Date.parse(time.dateTime) - now()) / 1000;
    const [unit, size] = UNITS.find(([, , below]) => Math.abs(seconds) < below);
    const text = words.format(Math.round(seconds / size), unit);
    if (time.textContent !== text) time.textContent = text;
  }
}
setInterval(tick, 250);

const messages = () => [...list.querySelectorAll("[data-message-id]")];
const latest = () => messages().pop();
const find = (id) => messages().find((message) => message.dataset.messageId === id);
const title = (message) => message.querySelector(".message-components, .message-content")?.querySelector("h1, h2, h3, p") ?? message;

/** The text of a part as it is read: a picture by its name, and nothing that matches `skipped`. */
function text(part, skipped) {
  if (part instanceof Text) return part.data.replace(/\s+/g, " ");
  if (part instanceof HTMLBRElement) return "\n";
  if (part instanceof HTMLImageElement) return part.alt.replace(/[:_]+/g, " ");
  return part.matches(skipped) ? "" : [...part.childNodes].map((child) => text(child, skipped)).join("");
}

/** What a message says first: its first block of text, sentence by sentence; a title alone goes on with the second. */
function headline(message, skipped = "small") {
  const [first, second] = message.querySelectorAll(".text-display");
  const parts = first ? [...first.children] : [title(message)];
  if (parts.length === 1 && second) parts.push(...second.children);
  const read = parts.map((part) => text(part, skipped)).join("\n").split("\n");
  const lines = read.map((line) => line.replace(/ +/g, " ").replace(/ (?=[:.,])/g, "").trim());
  return lines.filter(Boolean).slice(0, SAID).map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)).join(" ");
}

// The newest message stays in view, whatever grows, shrinks or goes; but not while somebody has scrolled away from it.
const pinned = added("p", "pane-headline");
pinned.setAttribute("aria-hidden", "true");
let follows = true;
let shape = "";
const measure = () => `${timeline.scrollHeight} ${timeline.clientHeight}`;
const atEnd = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 8;

function keep() {
  shape = measure();
  if (follows) timeline.scrollTop = timeline.scrollHeight;
  pin();
}

/** A headline that is scrolled off, while the rest of its message is in view, stands above it. */
function pin() {
  const message = latest();
  const top = timeline.getBoundingClientRect().top;
  const off = message && title(message).getBoundingClientRect().top < top && message.getBoundingClientRect().bottom > top;
  pinned.textContent = off ? headline(message, "small, em") : ""; // one line has no room for a hint
}

timeline.addEventListener("scroll", () => {
  if (shape === measure()) follows = atEnd();
  pin();
});
for (const part of [timeline, list]) new ResizeObserver(keep).observe(part);

// Where the focus is: the message, and whether it is the newest. A message that is replaced takes it along, but not to a
// button, which a second press of the key would press.
let held = null;
let wanted = null;
let pressed = false;
let entering = false;

function rest(message) {
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
}

document.addEventListener("focusin", ({ target }) => {
  const message = target.closest("[data-message-id]");
  held = message && { id: message.dataset.messageId, newest: message === latest() };
  // Tab leads into the list at its oldest message. It is to lead to the newest; Shift+Tab goes on to the others.
  if (entering && message && !held.newest && target === list.querySelector(CONTROLS)) {
    const first = latest().querySelector(CONTROLS);
    if (first) first.focus();
    else rest(latest());
  }
  entering = false;
  if (held?.newest && !pressed) { // a press of the mouse would no longer meet what it aims at
    follows = true;
    keep();
  }
});
addEventListener("focus", () => {
  entering = !pressed;
  setTimeout(() => { entering = false; });
});
addEventListener("pointerdown", ({ target }) => {
  pressed = true;
  if (!target.closest("[data-message-id]")) held = null;
}, true);
addEventListener("pointerup", () => { pressed = false; }, true);

function refocus() {
  const active = document.activeElement;
  const lost = !active || active === document.body || active.disabled;
  if (!held || !document.hasFocus() || !(lost || active.matches("article"))) return;
  const message = (!held.newest && find(held.id)) || latest();
  if (message && message !== active) rest(message);
}

/** Show a message from its headline on, with the focus on its first button. */
function lead(message) {
  wanted = null;
  entering = false;
  message.scrollIntoView({ block: "start" });
  follows = atEnd();
  const button = message.querySelector(CONTROLS);
  if (button) button.focus({ preventScroll: true });
  else rest(message);
}

addEventListener("playground-show", ({ detail }) => {
  wanted = detail;
  settle();
});

let newest;
let told = null;

/** After a change: keep in view and in focus what was, and tell what is new. */
function settle() {
  if (app.getAttribute("aria-busy") === "true" && told === null) return;
  const message = latest();
  if (message?.dataset.messageId !== newest) follows = true;
  newest = message?.dataset.messageId;
  keep();
  refocus();
  if (find(wanted)) lead(find(wanted));
  const said = message ? headline(message, "small, time") : ""; // that time has run on is no news
  if (told !== null && said && said !== told) {
    const secret = Boolean(message.querySelector(".message-ephemeral-note"));
    dispatchEvent(new CustomEvent("playground-news", { detail: { message: newest, headline: headline(message), said, secret } }));
  }
  told = said;
}

let due = null;
function changed() {
  tick();
  due ??= requestAnimationFrame(() => {
    due = null;
    settle();
  });
}
new MutationObserver(changed).observe(list, { childList: true, subtree: true, attributeFilter: ["disabled"] });
new MutationObserver(changed).observe(app, { attributeFilter: ["aria-busy"] });
changed();

// What a command offers stands above it, however high it grows.
new ResizeObserver(() => dispatchEvent(new Event("resize"))).observe(byId("channel-composer"));

const notice = added("p", "pane-notice");
notice.setAttribute("role", "status");
let hiding;
new MutationObserver(() => {
  if (frameElement?.closest("[inert]") || !/not completed|uncertain/.test(status.textContent)) return;
  notice.textContent = "That came to nothing: it has changed since you saw it, or the bot did not answer. Try again.";
  clearTimeout(hiding);
  hiding = setTimeout(() => { notice.textContent = ""; }, NOTICE);
}).observe(status, { childList: true });

// What a pane does beyond simcord's preview: relative times run, it stays at the newest message, a press that came
// to nothing is told.

const NOTICE = 5000; // milliseconds
const list = document.getElementById("channel-message-list");
const timeline = document.getElementById("channel-timeline");
const status = document.getElementById("action-status");
const notice = Object.assign(document.createElement("p"), { id: "pane-notice" });
notice.setAttribute("role", "status");
document.body.append(notice);

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

let newest;
new MutationObserver(() => {
  tick();
  const last = [...list.querySelectorAll("[data-message-id]")].pop()?.dataset.messageId;
  if (last !== newest) requestAnimationFrame(() => { timeline.scrollTop = timeline.scrollHeight; });
  newest = last;
}).observe(list, { childList: true });

let hiding;
new MutationObserver(() => {
  if (!/not completed|uncertain|ended|unavailable/.test(status.textContent)) return;
  notice.textContent = "That came to nothing: it has changed since you saw it, or the bot did not answer. Try again.";
  clearTimeout(hiding);
  hiding = setTimeout(() => { notice.textContent = ""; }, NOTICE);
}).observe(status, { childList: true });

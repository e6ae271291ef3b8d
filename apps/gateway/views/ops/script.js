'use strict';
// Refreshes the figures every two seconds, and when the page becomes visible again; `Pause` stops that. Says when the connection
// is lost; shows the login form when the session has ended.
const EVERY_MS = 2000;
const TIMEOUT_MS = 5000;
const [figures, lost, news, pause] = ['figures', 'lost', 'news', 'pause'].map((id) => document.getElementById(id));
let told = withoutNumbers(newsOf());
let isPaused = false;
let timer;

function newsOf() {
  return [...figures.querySelectorAll('.banner p')].map((issue) => issue.textContent).join(' ');
}

/** They change all the time: that is no news. */
function withoutNumbers(text) {
  return text.replace(/\d+/g, '');
}

/** Changes only what differs: what is focused or selected stays so. */
function update(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  if (old.nodeType === Node.TEXT_NODE) return (old.data = fresh.data);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const children = [...old.childNodes];
  const others = [...fresh.childNodes];
  for (const child of children.slice(others.length)) child.remove();
  for (const [index, other] of others.entries()) index < children.length ? update(children[index], other) : old.append(other);
}

function show(html) {
  const fresh = figures.cloneNode(false);
  fresh.innerHTML = html;
  update(figures, fresh);
  document.title = figures.querySelector('[data-title]').dataset.title;
  const said = newsOf();
  if (withoutNumbers(said) !== told) news.textContent = said;
  told = withoutNumbers(said);
}

function setLost(isLost) {
  if (lost.hidden !== isLost) return; // said once
  lost.textContent = isLost ? 'Connection lost: these figures are of ' + figures.querySelector('time').textContent + '. Trying again …' : '';
  lost.hidden = !isLost;
  document.body.classList.toggle('lost', isLost);
}

async function refresh() {
  clearTimeout(timer);
  try {
    const response = await fetch('/ops/figures', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 401) return location.reload();
    if (!response.ok) throw new Error(String(response.status));
    show(await response.text());
    setLost(false);
  } catch {
    setLost(true);
  }
  again();
}

function again() {
  clearTimeout(timer);
  if (!isPaused) timer = setTimeout(refresh, EVERY_MS);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isPaused) refresh();
});
pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.textContent = isPaused ? 'Go on' : 'Pause';
  if (isPaused) clearTimeout(timer);
  else refresh();
});
pause.hidden = false;
again();

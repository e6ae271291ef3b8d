/**
 * Keeps the figures fresh: fetches them as they are to be shown, every two seconds, and at once when the page comes into
 * sight again. It says so when nothing is heard, and goes to the login form when the session has ended.
 */
export const PAGE_SCRIPT = `'use strict';
const EVERY_MS = 2000;
const TIMEOUT_MS = 5000;
const figures = document.querySelector('main');
const lost = document.querySelector('#lost');
let heardAt = Date.now();
let timer;

function isSelecting() {
  const selection = getSelection();
  return !selection.isCollapsed && figures.contains(selection.anchorNode);
}

function show(html) {
  if (!isSelecting()) figures.innerHTML = html;
  const title = figures.querySelector('[data-title]');
  if (title) document.title = title.dataset.title;
}

function sayLost() {
  const seconds = Math.round((Date.now() - heardAt) / 1000);
  lost.textContent = 'Connection lost: these figures are ' + seconds + ' s old. Trying again …';
  lost.hidden = false;
  document.body.classList.add('lost');
}

function sayFound() {
  heardAt = Date.now();
  lost.hidden = true;
  document.body.classList.remove('lost');
}

async function refresh() {
  clearTimeout(timer);
  try {
    const response = await fetch('/ops/figures', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 401) return location.reload();
    if (!response.ok) throw new Error(String(response.status));
    show(await response.text());
    sayFound();
  } catch {
    sayLost();
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, EVERY_MS);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refresh();
});
timer = setTimeout(refresh, EVERY_MS);
`;

'use strict';
// Refreshes the page every two seconds, and when it becomes visible again. Says when the connection is lost; shows the login
// form when the session has ended.
const EVERY_MS = 2000;
const TIMEOUT_MS = 5000;
const status = document.querySelector('main');
const lost = document.querySelector('#lost');
let receivedAt = Date.now();
let timer;

function isSelecting() {
  const selection = getSelection();
  return !selection.isCollapsed && status.contains(selection.anchorNode);
}

function show(html) {
  if (!isSelecting()) status.innerHTML = html;
  const title = status.querySelector('[data-title]');
  if (title) document.title = title.dataset.title;
}

function showLost() {
  const seconds = Math.round((Date.now() - receivedAt) / 1000);
  lost.textContent = 'Connection lost: these figures are ' + seconds + ' s old. Trying again …';
  lost.hidden = false;
  document.body.classList.add('lost');
}

function showFound() {
  receivedAt = Date.now();
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
    showFound();
  } catch {
    showLost();
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, EVERY_MS);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refresh();
});
timer = setTimeout(refresh, EVERY_MS);

'use strict';
// The language that is chosen for one example is chosen for all, and kept. A button copies each block. The page works without.
const KEY = 'toolpress-language';

function choose(language) {
  for (const input of document.querySelectorAll('.calls input')) input.checked = input.value === language;
}

function kept(language) {
  try {
    if (language !== undefined) localStorage.setItem(KEY, language);
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is switched off
  }
}

document.addEventListener('change', ({ target }) => {
  if (!target.matches('.calls input')) return;
  const before = target.getBoundingClientRect().top;
  choose(target.value);
  kept(target.value);
  scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' }); // blocks above may be longer now
});
if (['curl', 'TypeScript', 'Python'].includes(kept())) choose(kept());

if (navigator.clipboard) {
  for (const pre of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    const frame = document.createElement('div');
    frame.className = 'copied ' + pre.className;
    pre.className = '';
    pre.replaceWith(frame);
    frame.append(pre, button);
  }
}

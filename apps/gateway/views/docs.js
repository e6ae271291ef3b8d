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

/** The index is loaded when somebody begins to search. All words of the question have to be found; those in titles come first. */
const MOST = 12;

function indexOf(path) {
  return (indexOf.loaded ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = path;
    script.onload = () => resolve(globalThis.toolpressIndex.map((one) => ({ ...one, small: (one.title + ' ' + one.text).toLowerCase() })));
    script.onerror = reject;
    document.head.append(script);
  }));
}

function found(index, question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ({ title, small }) => {
    const name = title.toLowerCase();
    return words.reduce((sum, word) => sum + (name.startsWith(word) ? 4 : name.includes(word) ? 3 : 0), 0) - small.length / 1e5;
  };
  return index
    .filter(({ small }) => words.every((word) => small.includes(word)))
    .sort((one, other) => rank(other) - rank(one));
}

/** A line of the text around the first word. */
function excerpt({ text }, question) {
  const at = Math.max(0, text.toLowerCase().indexOf(question.toLowerCase().split(/\s+/).find(Boolean) ?? '') - 30);
  return (at > 0 ? '… ' : '') + text.slice(at, at + 110) + (text.length > at + 110 ? ' …' : '');
}

for (const place of document.querySelectorAll('.search')) {
  place.setAttribute('role', 'search');
  const label = document.createElement('label');
  label.textContent = 'Search';
  const input = document.createElement('input');
  input.type = 'search';
  input.autocomplete = 'off';
  label.append(input);
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  const list = document.createElement('ul');
  place.append(label, said, list);
  input.addEventListener('focus', () => indexOf(place.dataset.index), { once: true });
  input.addEventListener('input', async () => {
    const hits = found(await indexOf(place.dataset.index), input.value);
    said.textContent = input.value.trim() === '' ? '' : hits.length === 0 ? 'Nothing found' : hits.length + ' found';
    list.replaceChildren(
      ...hits.slice(0, MOST).map((hit) => {
        const link = document.createElement('a');
        link.href = hit.href;
        const [title, page, text] = ['b', 'span', 'small'].map((name) => document.createElement(name));
        title.textContent = hit.title;
        page.textContent = hit.page;
        text.textContent = excerpt(hit, input.value);
        link.append(title, ' ', page, text);
        const item = document.createElement('li');
        item.append(link);
        return item;
      }),
    );
  });
}

/** The keyboard shortcuts. */

import { openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl+S', 'Save the draft'],
  ['Ctrl+Enter', 'Publish'],
  ['F6, Shift+F6', 'Go to the next or previous part: tabs, text, problems, preview'],
  ['Esc, then Tab', 'Leave the text; Tab alone indents'],
  ['Ctrl+I', 'Insert a part: a table, a code, a page break …'],
  ['Ctrl+Space', 'Complete a tag, a value or a filter'],
  ['F8, Shift+F8', 'Go to the next or previous problem of the text'],
  ['Ctrl+F', 'Search and replace'],
  [
    'Alt+↓, Alt+↑',
    'In the pages: go to the next or previous text; Enter goes to its place in the template, as a click does',
  ],
  ['Ctrl++, Ctrl+-, Ctrl+0', 'In the pages: enlarge, reduce, fit the width'],
  ['Ctrl+Z, Ctrl+Y', 'Undo and redo'],
  ['F1', 'Show this list'],
];

export function showHelp(): void {
  openDialog(
    { title: 'Keyboard' },
    h('dl', { class: 'keys' }, ...KEYS.flatMap(([keys, does]) => [h('dt', {}, h('kbd', {}, keys)), h('dd', {}, does)])),
    h('p', { class: 'note' }, 'On a Mac, Cmd replaces Ctrl, except before Space.'),
    h(
      'p',
      {},
      h('a', { href: '/docs/studio', target: '_blank' }, 'Help'),
      ' · ',
      h('a', { href: '/docs/templates', target: '_blank' }, 'Template language'),
    ),
  );
}

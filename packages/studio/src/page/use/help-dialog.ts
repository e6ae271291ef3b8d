/** The keyboard shortcuts, and the call as code. */

import { openDialog } from '../ui/dialogs.js';
import { button, h } from '../ui/dom.js';
import { codeSamples } from './code-samples.js';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl+S', 'Save the draft'],
  ['Ctrl+Enter', 'Publish'],
  ['F6, Shift+F6', 'Go to the next or previous part: tabs, text, problems, preview'],
  ['Esc, then Tab', 'Leave the text; Tab alone indents'],
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

/** Shows the call that prints a template in each language. */
export function showCode(template: string, data: Record<string, unknown>): void {
  const samples = codeSamples(location.origin, template, data);
  const notice = h(
    'p',
    { class: 'note', role: 'status' },
    'It prints the published version. API_TOKEN is a token of the account.',
  );
  openDialog(
    { title: 'Print it by the API', isWide: true },
    notice,
    ...samples.flatMap(({ language, text }) => {
      const code = h('pre', { tabindex: 0, role: 'group', 'aria-label': `Code in ${language}` }, text);
      const copy = async (): Promise<void> => {
        await copyText(text, code);
        notice.textContent = `The code in ${language} is on the clipboard.`;
      };
      return [
        h(
          'div',
          { class: 'code-head' },
          h('h3', {}, language),
          button('Copy', copy, { 'aria-label': `Copy ${language}` }),
        ),
        code,
      ];
    }),
  );
}

/** Without HTTPS, browsers have no clipboard API; then the text is selected and copied. */
async function copyText(text: string, shown: HTMLElement): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  getSelection()?.selectAllChildren(shown);
  document.execCommand('copy');
}

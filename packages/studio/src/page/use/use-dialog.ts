/** Shows the call that prints a template, in each language. */
import { openDialog } from '../ui/dialogs.js';
import { button, fill, h } from '../ui/dom.js';
import { TabBar } from '../ui/tabs.js';
import { type Example, examplesOf } from './languages.js';
import { exampleRequest } from './request.js';

export interface UsedTemplate {
  name: string;
  /** Absent before the first version is published. */
  version: number | undefined;
  /** The sample data as JSON. */
  data: string;
}

/** The language that was shown last. */
let shown = 'curl';

export function showUse({ name, version, data }: UsedTemplate): void {
  const isPublished = version !== undefined;
  const request = readable(isPublished ? name : `${name}@draft`, data);
  if (typeof request === 'string') {
    openDialog({ title: 'Use it' }, h('p', {}, `The sample data is no valid JSON: ${request}`));
    return;
  }
  const examples = examplesOf(location.origin, request.body);
  const notice = h('p', { class: 'note', role: 'status' });
  const panel = h('div', { role: 'tabpanel', class: 'use' });
  const tabs = new TabBar(
    examples.map(({ language }) => [language, language] as const),
    'Languages',
    (language) => {
      shown = language;
      panel.setAttribute('aria-label', language);
      notice.textContent = '';
      fill(panel, ...examples.filter((each) => each.language === language).map((each) => exampleElement(each, notice)));
    },
  );
  openDialog(
    { title: 'Use it', isWide: true },
    h(
      'p',
      { class: 'note' },
      isPublished
        ? 'It prints the published version. '
        : 'It prints the saved draft, because no version is published yet: “@draft” is left out afterwards. ',
      'Put a token of the account into the environment variable API_TOKEN. ',
      request.isShort && 'Long lists and texts of the sample data are cut: send yours in full.',
    ),
    h('div', { class: 'toolbar' }, tabs.element),
    panel,
    notice,
  );
  tabs.select(shown);
  tabs.current?.focus();
}

function readable(template: string, data: string): ReturnType<typeof exampleRequest> | string {
  try {
    return exampleRequest(template, data);
  } catch (error) {
    return (error as Error).message;
  }
}

function exampleElement({ language, how, run, text }: Example, notice: HTMLElement): HTMLElement {
  const code = codeOf(text, `Code in ${language}`);
  return h(
    'div',
    {},
    h('div', { class: 'code-head' }, h('h3', {}, 'Code'), copyButton(`Copy ${language}`, text, code, notice)),
    code,
    h('p', { class: 'note' }, how),
    run !== undefined && codeOf(`API_TOKEN=… ${run}`, `Command of ${language}`),
  );
}

const codeOf = (text: string, label: string): HTMLElement =>
  h('pre', { tabindex: 0, role: 'region', 'aria-label': label }, text);

function copyButton(label: string, text: string, shownAs: HTMLElement, notice: HTMLElement): HTMLElement {
  const copy = async (): Promise<void> => {
    await copyText(text, shownAs);
    notice.textContent = 'It is on the clipboard.';
  };
  return button('Copy', copy, { 'aria-label': label });
}

/** Without HTTPS, browsers have no clipboard API, and some refuse it; then the text is selected and copied. */
async function copyText(text: string, shownAs: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection()?.selectAllChildren(shownAs);
    document.execCommand('copy');
  }
}

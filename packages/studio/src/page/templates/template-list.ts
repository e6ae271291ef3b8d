/** The list of templates: search, create, delete. */

import { NAME } from '../draft/draft.js';
import { all, call, type Session, type Summary } from '../service/api.js';
import { ask } from '../ui/dialogs.js';
import { button, field, fill, h, select, timeOf } from '../ui/dom.js';
import { logo } from '../ui/logo.js';
import { STARTERS, type Starter } from './starter.js';

const hrefOf = (name: string): string => `#/${encodeURIComponent(name)}`;

export interface TemplateList {
  element: HTMLElement;
  load(): Promise<void>;
  /** Returns what the list shows about a template. */
  known(name: string): Summary | undefined;
}

/** Returns the page. @param signOut ends the session. */
export function templateList({ account }: Session, signOut: () => Promise<void>): TemplateList {
  let templates: Summary[] = [];
  const status = h('p', { class: 'note', role: 'status' }, 'Loading…');
  const rows = h('ul', { class: 'templates' });
  const search = h('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search templates',
    on: { input: () => show() },
  });

  const show = (): void => {
    const sought = search.value.trim().toLowerCase();
    const found = templates.filter(({ name }) => name.toLowerCase().includes(sought));
    fill(rows, ...found.map((template) => row(template, remove)));
    const count = templates.length === 1 ? '1 template' : `${templates.length} templates`;
    status.textContent =
      templates.length === 0
        ? 'No templates yet. Create the first one.'
        : sought === ''
          ? count
          : `${found.length} of ${count}`;
  };
  const load = async (): Promise<void> => {
    templates = await htmlTemplates();
    show();
  };
  const remove = async (name: string): Promise<void> => {
    if (!(await removed(name))) return;
    await load();
    search.focus();
  };
  const newTemplate = button('New template', () => create(), { class: 'primary' });
  const element = h(
    'div',
    { class: 'list-page' },
    siteHeader(account.name, signOut),
    h(
      'main',
      { class: 'frame' },
      h('div', { class: 'list-head' }, h('h1', {}, 'Templates'), search, newTemplate),
      status,
      rows,
    ),
  );
  return { element, load, known: (name) => templates.find((each) => each.name === name) };
}

/** Returns the templates that were changed last first. Style sheets are saved under names, too. They are no documents. */
async function htmlTemplates(): Promise<Summary[]> {
  const found = await all<Summary>('variables');
  const changedAt = (one: Summary): string => [one.updated_at, one.draft_saved_at ?? ''].sort().at(-1) ?? '';
  return found
    .filter(({ kind }) => kind === 'html')
    .sort((one, other) => changedAt(other).localeCompare(changedAt(one)));
}

const removed = (name: string): Promise<boolean> =>
  ask({
    title: `Delete ${name}?`,
    text: 'Its versions and its draft are deleted, too. Calls that print it fail from now on.',
    confirm: 'Delete',
    isDangerous: true,
    run: () => call(`variables/${name}`, { method: 'DELETE' }),
  });

const row = (template: Summary, remove: (name: string) => Promise<void>): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      { class: 'template-name' },
      h('a', { href: hrefOf(template.name) }, template.name),
      h('p', { class: 'note' }, 'Changed ', timeOf(template.draft_saved_at ?? template.updated_at)),
    ),
    h('div', { class: 'marks' }, ...marksOf(template)),
    button('Delete', () => remove(template.name), {
      class: 'quiet',
      'aria-label': `Delete ${template.name}`,
    }),
  );

const siteHeader = (account: string, signOut: () => Promise<void>): HTMLElement =>
  h(
    'header',
    { class: 'site' },
    h(
      'div',
      { class: 'frame' },
      h('a', { class: 'brand', href: '#/' }, logo(), 'Studio'),
      h(
        'nav',
        { 'aria-label': 'Site' },
        h('a', { href: '/docs/studio' }, 'Help'),
        h('a', { href: '/docs/templates' }, 'Template language'),
      ),
      h('span', { class: 'note account' }, account),
      button('Sign out', signOut),
    ),
  );

function marksOf({ version, draft_saved_at }: Summary): HTMLElement[] {
  return [
    ...(version === undefined ? [] : [h('span', { class: 'mark good' }, `Published v${version}`)]),
    ...(draft_saved_at === undefined ? [] : [h('span', { class: 'mark' }, 'Draft')]),
  ];
}

async function create(): Promise<void> {
  const name = h('input', {
    required: true,
    pattern: NAME,
    maxlength: 64,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const starter = select(
    [
      ['invoice', 'An invoice'],
      ['blank', 'An almost empty page'],
    ],
    {},
  );
  const isDone = await ask({
    title: 'New template',
    confirm: 'Create',
    fields: [
      field('Name', name, 'Letters, digits, “_”, “.” and “-”. Calls print the template by this name.'),
      field('Begin with', starter),
    ],
    run: async () => {
      const known = await all<Summary>('variables');
      if (known.some((each) => each.name === name.value)) throw new Error('This name is in use.');
      const body = { kind: 'html', draft: true, ...STARTERS[starter.value as Starter] };
      await call(`variables/${name.value}`, { method: 'PUT', body });
    },
  });
  if (isDone) location.hash = hrefOf(name.value);
}

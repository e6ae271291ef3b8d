/** The gallery: one's own templates and the samples. Templates are searched, created and deleted here. */

import { all, call, type Session, type Summary } from '../service/api.js';
import type { Facts, SampleFact } from '../service/facts.js';
import { ask } from '../ui/dialogs.js';
import { button, fill, h } from '../ui/dom.js';
import { logo } from '../ui/logo.js';
import { sampleCard, templateCard } from './cards.js';
import { createFromFiles, fileButton, takeDrops } from './from-files.js';
import { createBlank, createFromSample } from './new-template.js';
import { Thumbnails } from './thumbnails.js';

export interface TemplateList {
  element: HTMLElement;
  load(): Promise<void>;
  /** Ends the prints of first pages. */
  stop(): void;
  /** Returns what the list shows about a template. */
  known(name: string): Summary | undefined;
}

/** Returns the page. @param signOut ends the session. */
export function templateList(facts: Facts, { account }: Session, signOut: () => Promise<void>): TemplateList {
  let saved: Summary[] = [];
  const taken = (): Set<string> => new Set(saved.map(({ name }) => name));
  const thumbnails = new Thumbnails(facts.pdfWorker);
  const status = h('p', { class: 'note', role: 'status' }, 'Loading…');
  const cards = h('ul', { class: 'gallery templates' });
  const search = h('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search templates',
    on: { input: () => show() },
  });

  const show = (): void => {
    const templates = saved.filter(({ kind }) => kind === 'html');
    const sought = search.value.trim().toLowerCase();
    const found = templates.filter(({ name }) => name.toLowerCase().includes(sought));
    thumbnails.stop();
    fill(cards, ...found.map((template) => templateCard(template, thumbnails.frameOf(template), remove)));
    status.textContent = countText(templates.length, found.length, sought !== '');
  };
  const load = async (): Promise<void> => {
    saved = newestFirst(await all<Summary>('variables'));
    show();
  };
  const remove = async (name: string): Promise<void> => {
    if (!(await removed(name))) return;
    await load();
    search.focus();
  };
  const createFrom = (files: File[]): void => void createFromFiles(files, facts, taken());
  const element = h(
    'div',
    { class: 'list-page' },
    siteHeader(account.name, signOut),
    h(
      'main',
      { class: 'frame' },
      listHead(search, facts.samples, createFrom),
      status,
      cards,
      ...samplesOf(facts.samples, (sample) => void createFromSample(sample, taken())),
    ),
  );
  takeDrops(element, createFrom);
  return {
    ...{ element, load },
    known: (name) => saved.find((each) => each.name === name && each.kind === 'html'),
    stop: () => thumbnails.stop(),
  };
}

const listHead = (
  search: HTMLElement,
  samples: readonly SampleFact[],
  createFrom: (files: File[]) => void,
): HTMLElement =>
  h(
    'div',
    { class: 'list-head' },
    h('h1', {}, 'Templates'),
    search,
    fileButton(createFrom),
    button('New template', () => createBlank(samples), { class: 'primary' }),
  );

function countText(count: number, found: number, isSearch: boolean): string {
  if (count === 0)
    return 'No templates yet. Open a sample, or drop an HTML file, a ZIP, or a web page of Word or Google Docs here.';
  const all = count === 1 ? '1 template' : `${count} templates`;
  return isSearch ? `${found} of ${all}` : all;
}

const samplesOf = (samples: readonly SampleFact[], open: (sample: SampleFact) => void): HTMLElement[] => [
  h('h2', { id: 'samples' }, 'Samples'),
  h('p', { class: 'note' }, 'Open one: it becomes a draft of your own, with its data.'),
  h('ul', { class: 'gallery', 'aria-labelledby': 'samples' }, ...samples.map((sample) => sampleCard(sample, open))),
];

/** Returns the templates that were changed last first. */
function newestFirst(found: Summary[]): Summary[] {
  const changedAt = (one: Summary): string => [one.updated_at, one.draft_saved_at ?? ''].sort().at(-1) ?? '';
  return found.sort((one, other) => changedAt(other).localeCompare(changedAt(one)));
}

const removed = (name: string): Promise<boolean> =>
  ask({
    title: `Delete ${name}?`,
    text: 'Its versions and its draft are deleted, too. Calls that print it fail from now on.',
    confirm: 'Delete',
    isDangerous: true,
    run: () => call(`variables/${name}`, { method: 'DELETE' }),
  });

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

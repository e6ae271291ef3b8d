/** Asks for a name, and saves a draft under it. */
import { NAME } from '../draft/draft.js';
import { keepNotes } from '../import/imported.js';
import { headersOf } from '../saving/stored.js';
import { all, call, type Saved, type Summary } from '../service/api.js';
import type { SampleFact } from '../service/facts.js';
import { ask } from '../ui/dialogs.js';
import { field, h, select } from '../ui/dom.js';
import { BLANK } from './blank.js';
import { freeName, sampleTemplate } from './samples.js';

const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'German' };
const BLANK_PAGE = '';

export const hrefOf = (name: string): string => `#/${encodeURIComponent(name)}`;

export interface NewTemplate {
  title: string;
  text?: string;
  /** The suggested name. */
  name: string;
  fields?: readonly HTMLElement[];
  /** Returns the template to save. */
  make(): Saved | Promise<Saved>;
  /** What an import has left out. */
  notes?: string[];
}

/** Saves a draft under the name that is given, and opens it. */
export async function createTemplate({ title, text, name, fields = [], make, notes = [] }: NewTemplate): Promise<void> {
  const input = h('input', {
    required: true,
    pattern: NAME,
    maxlength: 64,
    autocomplete: 'off',
    spellcheck: 'false',
    on: { focus: () => input.select() },
  });
  input.value = name;
  const isDone = await ask({
    title,
    ...(text !== undefined && { text }),
    confirm: 'Create',
    fields: [
      field('Name', input, 'Letters, digits, “_”, “.” and “-”. Calls print the template by this name.'),
      ...fields,
    ],
    run: async () => {
      const known = await all<Summary>('variables');
      if (known.some((each) => each.name === input.value)) throw new Error('This name is in use.');
      const body = { kind: 'html', draft: true, ...(await make()) };
      await call(`variables/${input.value}`, { method: 'PUT', body, headers: headersOf(undefined) });
    },
  });
  if (!isDone) return;
  keepNotes(input.value, notes);
  location.hash = hrefOf(input.value);
}

/** Creates a template from a blank page, or a chosen sample. */
export function createBlank(samples: readonly SampleFact[]): Promise<void> {
  const beginning = select(
    [[BLANK_PAGE, 'A blank page'], ...samples.map(({ name, title }) => [name, title] as const)],
    {},
  );
  return createTemplate({
    title: 'New template',
    name: '',
    fields: [field('Begin with', beginning)],
    make: () => {
      const sample = samples.find(({ name }) => name === beginning.value);
      return sample === undefined ? BLANK : sampleTemplate(sample, { language: sample.languages[0] ?? '', paper: '' });
    },
  });
}

/** Creates a template from a sample. @param taken the names of templates. */
export function createFromSample(sample: SampleFact, taken: ReadonlySet<string>): Promise<void> {
  const { name, title, about, languages, hasPapers } = sample;
  const language = select(
    languages.map((each) => [each, LANGUAGES[each] ?? each]),
    {},
  );
  const paper = select(
    [
      ['', 'A4'],
      ['Letter', 'Letter'],
    ],
    {},
  );
  return createTemplate({
    title: `New template: ${title}`,
    ...(about !== '' && { text: about }),
    name: freeName(name, taken),
    fields: [
      ...(languages.length > 1 ? [field('Language', language)] : []),
      ...(hasPapers ? [field('Paper', paper)] : []),
    ],
    make: () => sampleTemplate(sample, { language: language.value, paper: paper.value }),
  });
}

/** The search index of the pages: a script that they load when a search begins. */
import { ERRORS, WARNINGS } from '@toolpress/contract';
import { GUIDES, pathOfGuide, QUICK_START, sectionsOf } from './guides.js';
import { hrefIn, type ReferencePage } from './reference.js';

interface Entry {
  readonly href: string;
  readonly title: string;
  /** The title of its page. */
  readonly page: string;
  readonly text: string;
}

export function searchIndex(pages: readonly ReferencePage[]): string {
  const hrefOf = hrefIn(pages);
  const guides = [QUICK_START, ...GUIDES].flatMap((guide) =>
    sectionsOf(guide).map(({ id, title, text }) =>
      entry(`${pathOfGuide(guide)}${id && `#${id}`}`, title, guide.title, text),
    ),
  );
  const operations = pages.flatMap(({ operations: all }) =>
    all.map((one) => {
      const fields = [...one.parameters, ...one.body.fields, ...one.answer.fields];
      const words = fields.map(({ name, description }) => `${name} ${description}`);
      const text = withoutTicks([one.method, one.path, one.summary, ...words].join(' '));
      return entry(hrefOf(one.id), one.title, 'API', text);
    }),
  );
  const errors = Object.entries(ERRORS).map(([code, { meaning }]) =>
    entry(`/docs#error-${code}`, code, 'Errors', withoutTicks(meaning)),
  );
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) =>
    entry(`/docs#warning-${code}`, code, 'Warnings', withoutTicks(meaning)),
  );
  return `globalThis.toolpressIndex = ${JSON.stringify([...operations, ...guides, ...errors, ...warnings])};\n`;
}

const entry = (href: string, title: string, page: string, text: string): Entry => ({
  ...{ href, title, page },
  text: text.replace(/\s+/g, ' ').trim(),
});

/** Descriptions of the API have code in backticks and no other markup. */
const withoutTicks = (text: string): string => text.replaceAll('`', '');

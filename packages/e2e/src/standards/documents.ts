/** The requests for tests of standards: the samples, a document for each construct, mixtures of them, requests of a folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBeside } from '../comparison/compare.js';
import { textOf } from '../comparison/plain-chromium.js';
import { LANGUAGES, samples as names, requestFor } from '../sample-requests.js';
import { ALL_CONSTRUCTS, FILES } from './constructs.js';

export interface TestDocument {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns the requests for the samples, in their languages. */
export const samples = (): TestDocument[] =>
  names().flatMap((name) =>
    LANGUAGES.map((language) => ({
      id: `sample-${name}${language === 'en' ? '' : `.${language}`}`,
      body: requestFor(name, { language }),
    })),
  );

const page = (content: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>Oaks &amp; ashes</title></head><body id="top"><h1>Oaks</h1>${content}</body></html>`;

/** @param together the number of constructs in a document. */
export function constructs(together = 1): TestDocument[] {
  const all = Object.entries(ALL_CONSTRUCTS).map(([name, construct], index) => ({
    name: name.replace(/\W+/g, '-'),
    html: construct('<p>what is in it</p>', together === 1 ? 'one' : `c${index}`),
  }));
  return Array.from({ length: Math.ceil(all.length / together) }, (_, at) => {
    const some = all.slice(at * together, (at + 1) * together);
    const more = some.length > 1 ? `-and-${some.length - 1}-more` : '';
    return {
      id: `${some[0]?.name}${more}`,
      body: { html: page(some.map(({ html }) => html).join('\n')), files: FILES },
    };
  });
}

/** Returns the same numbers in every run. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const STRANGE = '<Oaks> & "ashes" \u0007 (\\ ünï ]]> 木 \u{1F333} \u202e\ufffe \ud800';
const ATTACHMENT = { name: `Ä 木\u{1F333}/(.txt`, data_base64: 'PGEvPg==', mime_type: 'text/xml' };

/** The request of the letterhead PDF. */
export const LETTERHEAD = {
  html: '<body style="background: linear-gradient(#fff, #eef)"><h1 style="font-family: Lato; opacity: .4">Letterhead ☕</h1><img src="photo.jpg" alt="">',
  files: FILES,
};

/**
 * A mixture of constructs, in each other and one after the other, under headings, with what a request may have besides.
 *
 * @param letterhead the PDF of {@link LETTERHEAD}, base64; without it none has one.
 */
export function generated(seed: number, letterhead?: string): TestDocument {
  const numbers = chance(seed * 7919);
  const below = (limit: number): number => Math.floor(numbers.next().value * limit);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const names = Object.keys(ALL_CONSTRUCTS);
  let ids = 0;
  const nested = (depth: number): string => {
    if (depth === 0) return below(2) === 0 ? '' : '<p>the innermost</p>';
    return ALL_CONSTRUCTS[one(names)]?.(nested(depth - 1), `c${++ids}`) ?? '';
  };
  let level = 1;
  const parts = Array.from({ length: 2 + below(6) }, (_, at) => {
    const inner = nested(1 + below(3));
    if (below(2) === 0) return inner;
    level = Math.min(6, Math.max(2, level + 1 - below(3)));
    return `<h${level}>Part ${at} <em>of it</em></h${level}>${inner}`;
  });
  const some = (share: number, fields: object): object => (below(share) === 0 ? fields : {});
  const headed =
    '<p style="border-bottom: 1px solid teal">Page [[page]] of [[pages]] <a href="https://example.com/h">link</a></p>';
  const body = {
    html: page((below(4) === 0 ? '<nav data-toc="h1 h2 h3"><p>Contents</p></nav>' : '') + parts.join('\n')),
    files: FILES,
    ...some(3, { header_html: headed }),
    ...some(3, { footer_html: { default: '<p>[[title]] [[page]]</p>', first: '' } }),
    ...some(6, {
      watermark_html: '<div style="font: bold 80pt sans-serif; opacity: .2; transform: rotate(-40deg)">DRAFT</div>',
    }),
    ...some(4, { page_size: one(['A5', 'A6', 'Letter', { width: '80mm', height: 'auto' }]) }),
    ...some(6, { orientation: 'landscape' }),
    ...some(4, { outline: true }),
    ...some(3, { metadata: { title: STRANGE, author: STRANGE, subject: ' ', keywords: [STRANGE, 'b, c'] } }),
    ...some(4, { attachments: [ATTACHMENT, { ...ATTACHMENT, description: STRANGE, relationship: 'Data' }] }),
    ...(letterhead !== undefined && some(4, { background_pdf: letterhead })),
    ...some(4, {
      css: 'body { font-family: serif; background: #fffef5 } h1 { border-bottom: 2px solid; text-shadow: 1px 1px gray }',
    }),
  };
  return { id: `generated-${seed}`, body };
}

/**
 * Returns the documents of a folder: requests, one in each `.json`, or documents with their files, see `scripts/compare --help`.
 */
export function documentsOf(folder: string): TestDocument[] {
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    return files.sort().map((file) => {
      const body = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
      return { id: file.slice(0, -'.json'.length), body };
    });
  }
  const entries = JSON.parse(readFileSync(manifest, 'utf8')) as { id: string; document: string }[];
  return entries.map(({ id, document: path }) => {
    const document = { folder: join(folder, 'docs', id), path };
    return { id, body: { html: textOf(readFileSync(join(document.folder, path))), files: filesBeside(document) } };
  });
}

/** The requests for the samples. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));

export const source = (name: string, file: string): string => readFileSync(`${SAMPLES}${name}/${file}`, 'utf8');

/** Returns the names of all samples. */
export const samples = (): string[] =>
  readdirSync(SAMPLES).filter((name) => existsSync(`${SAMPLES}${name}/request.json`));

export const LANGUAGES = ['en', 'de'] as const;

const SHEETS = { A4: { page_size: 'A4' }, Letter: { page_size: 'Letter' } };
const OTHER_PAPERS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  book: { A5: { page_size: 'A5' }, 'half Letter': { page_size: { width: '5.5in', height: '8.5in' } } },
  'shipping-label': { A6: { page_size: 'A6' }, '4 × 6 inch': { page_size: { width: '4in', height: '6in' } } },
};

/** Returns the papers that a sample is made for: parameters that replace those of its request, by name. */
export const papersOf = (name: string): Readonly<Record<string, object>> => OTHER_PAPERS[name] ?? SHEETS;

/** Which of a sample's requests. */
export interface Choice {
  /** Default: English. */
  readonly language?: (typeof LANGUAGES)[number];
  /** Whether the data is long: long names, many rows. Default: false. */
  readonly isLong?: boolean;
}

/** Whether the sample has a file. */
const has = (name: string, file: string): boolean => existsSync(`${SAMPLES}${name}/${file}`);

/** Returns the first of a sample's JSON files that exists. */
const firstOf = (name: string, files: readonly string[]): object =>
  JSON.parse(source(name, files.find((file) => has(name, file)) ?? '')) as object;

/** Returns the request for a sample: its files, and the further parameters in `request.json` or `request.de.json`. */
export function requestFor(name: string, { language = 'en', isLong = false }: Choice = {}): Record<string, unknown> {
  const parts = ['header', 'footer'].filter((part) => has(name, `${part}.html`));
  const short = [`${name}.${language}.json`, `${name}.json`];
  const long = [`${name}.${language}.long.json`, `${name}.long.json`];
  const request = {
    ...firstOf(name, [`request.${language}.json`, 'request.json']),
    // Data that is no `data`, such as that of an e-invoice.
    ...(isLong && has(name, 'request.long.json') && firstOf(name, ['request.long.json'])),
    html: source(name, `${name}.html`),
    css: source(name, `${name}.css`),
    data: firstOf(name, isLong ? [...long, ...short] : short),
    ...(has(name, 'translations.json') && { translations: firstOf(name, ['translations.json']) }),
    ...Object.fromEntries(parts.map((part) => [`${part}_html`, source(name, `${part}.html`)])),
  };
  // The sample's data has what the record would have.
  return Object.fromEntries(Object.entries(request).filter(([field]) => field !== 'data_from'));
}

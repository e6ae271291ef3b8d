/** The page of the studio for the gateway: its HTML and its files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONFORMANCE, MAX_FILES, MAX_SAMPLES, PAGE_SIZES } from '@toolpress/contract';
import { FILTERS_BY_SUBJECT } from '@toolpress/template';
import type { Facts } from './page/facts.js';

export interface StudioPage {
  html: string;
  /** The sources of its inline scripts for the content policy, such as `'sha256-…'`. */
  scriptSources: readonly string[];
}

export interface StudioAsset {
  /** The absolute path of the file. */
  file: string;
  /** The media type. */
  type: string;
}

const ASSETS = '/studio/assets';

/** The packages that the page imports, and those that they import. */
const MODULES = [
  ...['autocomplete', 'commands', 'lang-css', 'lang-html', 'lang-javascript', 'lang-json', 'language', 'lint'].map(
    (name) => `@codemirror/${name}`,
  ),
  ...['search', 'state', 'streamparser', 'view'].map((name) => `@codemirror/${name}`),
  ...['common', 'css', 'highlight', 'html', 'javascript', 'json', 'lr'].map((name) => `@lezer/${name}`),
  '@toolpress/contract/exact-numbers',
  '@marijn/find-cluster-break',
  'crelt',
  'style-mod',
  'w3c-keyname',
  'pdfjs-dist',
];
const WORKER = 'pdfjs-dist/worker';
/** The files of pdf.js that run in browsers that are some years old, too. */
const PDF_FILES: Record<string, string> = {
  'pdfjs-dist': 'pdfjs-dist/legacy/build/pdf.min.mjs',
  [WORKER]: 'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
};

const fileOf = (name: string): string => fileURLToPath(import.meta.resolve(PDF_FILES[name] ?? name));
const pathOf = (name: string): string => `modules/${name}.js`;

const script = (file: string): StudioAsset => ({ file, type: 'text/javascript' });
const local = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const ownModules = readdirSync(local('page')).filter((name) => /^[^.]+\.js$/.test(name));

/** The files by their path below `/studio/assets/`. No other file is served. */
export const studioAssets: ReadonlyMap<string, StudioAsset> = new Map([
  ['studio.css', { file: local('../views/studio.css'), type: 'text/css' }],
  ...ownModules.map((name) => [`page/${name}`, script(local(`page/${name}`))] as const),
  ...[...MODULES, WORKER].map((name) => [pathOf(name), script(fileOf(name))] as const),
]);

const facts: Facts = {
  pageSizes: PAGE_SIZES,
  conformance: CONFORMANCE,
  maxSamples: MAX_SAMPLES,
  maxFiles: MAX_FILES,
  pdfWorker: `${ASSETS}/${pathOf(WORKER)}`,
  filters: Object.entries(FILTERS_BY_SUBJECT).flatMap(([subject, table]) =>
    Object.entries(table).map(([name, { does, takes = [], examples }]) => ({
      name,
      subject,
      does,
      takes,
      example: examples[0]?.template ?? '',
    })),
  ),
};

export const studioPage: StudioPage = page();

function page(): StudioPage {
  const imports = JSON.stringify({
    imports: Object.fromEntries(MODULES.map((name) => [name, `${ASSETS}/${pathOf(name)}`])),
  });
  // Loaded together, instead of each after the module that imports it.
  const loaded = [...ownModules.map((name) => `page/${name}`), ...MODULES.map(pathOf)];
  const parts: Record<string, string> = {
    IMPORTS: imports,
    PRELOADS: loaded.map((path) => `<link rel="modulepreload" href="${ASSETS}/${path}">`).join('\n'),
    FACTS: JSON.stringify(facts).replaceAll('<', '\\u003c'),
  };
  const html = readFileSync(local('../views/page.html'), 'utf8');
  return {
    html: html.replace(/IMPORTS|PRELOADS|FACTS/g, (name) => parts[name] ?? ''),
    scriptSources: [`'sha256-${createHash('sha256').update(imports).digest('base64')}'`],
  };
}

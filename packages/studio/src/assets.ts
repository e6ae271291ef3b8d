/** The page of the studio for the gateway: its HTML and its files. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CONFORMANCE,
  MAX_FILES,
  MAX_FONT_BYTES,
  MAX_SAMPLES,
  MAX_VARIABLE_BYTES,
  MAX_VERSION_BYTES,
  PAGE_SIZES,
} from '@toolpress/contract';
import { FILTERS_BY_SUBJECT } from '@toolpress/template';
import type { Facts, SampleFact } from './page/service/facts.js';

export interface StudioAsset {
  /** The absolute path of the file. */
  file: string;
  /** The media type. */
  type: string;
  /** The absolute paths of its compressed forms, by their content encodings. */
  encoded: Readonly<Record<'br' | 'gzip', string>>;
}

/** The files that `build.mjs` has made. */
interface Manifest {
  script: string;
  style: string;
  icon: string;
  pdfWorker: string;
  bodyWorker: string;
  /** The scripts that the first one imports. */
  preloads: readonly string[];
  /** The samples, with the names of their files. */
  samples: readonly SampleFact[];
  files: readonly string[];
}

const ASSETS = '/studio/assets';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webp': 'image/webp',
};

const local = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const manifest = JSON.parse(readFileSync(local('manifest.json'), 'utf8')) as Manifest;

/** The files by their path below `/studio/assets/`. Their names have hashes of the contents. No other file is served. */
export const studioAssets: ReadonlyMap<string, StudioAsset> = new Map(
  manifest.files.map((name) => {
    const file = local(`assets/${name}`);
    const encoded = { br: `${file}.br`, gzip: `${file}.gz` };
    return [name, { file, type: TYPES[extname(name)] ?? 'application/octet-stream', encoded }];
  }),
);

const facts: Facts = {
  pageSizes: PAGE_SIZES,
  conformance: CONFORMANCE,
  maxSamples: MAX_SAMPLES,
  maxFiles: MAX_FILES,
  maxTextBytes: MAX_VARIABLE_BYTES,
  maxTemplateBytes: MAX_VERSION_BYTES,
  maxFontBytes: MAX_FONT_BYTES,
  pdfWorker: `${ASSETS}/${manifest.pdfWorker}`,
  bodyWorker: `${ASSETS}/${manifest.bodyWorker}`,
  filters: Object.entries(FILTERS_BY_SUBJECT).flatMap(([subject, table]) =>
    Object.entries(table).map(([name, { does, takes = [], examples }]) => ({
      name,
      subject,
      does,
      takes,
      example: examples[0]?.template ?? '',
    })),
  ),
  samples: manifest.samples.map(({ file, thumbnail, ...sample }) => ({
    ...sample,
    file: `${ASSETS}/${file}`,
    ...(thumbnail !== undefined && { thumbnail: `${ASSETS}/${thumbnail}` }),
  })),
};

/** The HTML of the page. It has no inline script. */
export const studioPage: string = page();

function page(): string {
  const parts: Record<string, string> = {
    SCRIPT: `${ASSETS}/${manifest.script}`,
    STYLE: `${ASSETS}/${manifest.style}`,
    ICON: `${ASSETS}/${manifest.icon}`,
    PRELOADS: manifest.preloads.map((name) => `<link rel="modulepreload" href="${ASSETS}/${name}">`).join('\n'),
    FACTS: JSON.stringify(facts).replaceAll('<', '\\u003c'),
  };
  return readFileSync(local('../views/page.html'), 'utf8').replace(
    /SCRIPT|STYLE|ICON|PRELOADS|FACTS/g,
    (name) => parts[name] ?? '',
  );
}

/**
 * Bundles the page of the studio into `dist/assets`: scripts in pieces that are loaded when they are needed, the style sheet, and the
 * worker of pdf.js. Names have hashes of the contents, so that browsers keep the files forever. `manifest.json` says which file is which.
 * `npm run build` runs it.
 */
import { rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licenseIn } from '../../scripts/lib/licenses.mjs';

const FOLDER = import.meta.dirname;
const ASSETS = `${FOLDER}/dist/assets`;

await rm(ASSETS, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    studio: `${FOLDER}/src/page/main.ts`,
    style: `${FOLDER}/views/studio.css`,
    // For browsers that are some years old, too.
    'pdf-worker': fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.min.mjs')),
  },
  alias: { 'pdfjs-dist': fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.min.mjs')) },
  outdir: ASSETS,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  legalComments: 'none',
  metafile: true,
  absWorkingDir: FOLDER,
  logLevel: 'warning',
});
const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }));
/** @param {string} entry the end of an entry point's path */
const made = (entry) => outputs.find(({ entryPoint }) => entryPoint?.endsWith(entry));
const script = made('main.ts');
const manifest = {
  script: script?.name,
  style: made('studio.css')?.name,
  pdfWorker: made('pdf.worker.min.mjs')?.name,
  // Loaded together with the script, instead of after it.
  preloads: script?.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
  files: outputs.map(({ name }) => name),
};
await writeFile(`${ASSETS}/manifest.json`, JSON.stringify(manifest));

const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
);
await writeFile(`${ASSETS}/licenses.json`, JSON.stringify([...packages].map((path) => licenseIn(`${FOLDER}/${path}`))));

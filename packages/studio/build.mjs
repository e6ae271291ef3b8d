/**
 * Bundles the page of the studio into `dist/assets`: scripts in pieces that are loaded when they are needed, the style sheet, the icon,
 * the workers and the samples of the gallery, each compressed. Names have hashes of the contents, so that browsers keep the files forever. `manifest.json` says which
 * file is which. `npm run build` runs it; with `--watch` it does so again after changes.
 */
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, context } from 'esbuild';
import { licenseIn } from '../../scripts/lib/licenses.mjs';
import { writeCompressed } from './bundle/compressed.mjs';
import { pdfJs } from './bundle/pdf-js.mjs';
import { gallery } from './bundle/samples.mjs';

const isWatching = process.argv.includes('--watch');
const FOLDER = import.meta.dirname;
const DIST = `${FOLDER}/dist`;
const MANIFEST = `${DIST}/manifest.json`;
const SOURCES = `${FOLDER}/src/page`;

/** The last results of both builds. @type {Map<string, { files: { name: string, contents: Uint8Array }[], outputs: Output[], inputs: string[] }>} */
const results = new Map();

/** Writes the files once both builds are done. @param {string} build @returns {import('esbuild').Plugin} */
const writing = (build) => ({
  name: 'compressed files',
  setup: ({ onEnd }) =>
    onEnd(async ({ outputFiles = [], metafile, errors }) => {
      if (errors.length > 0 || !metafile) return;
      const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
      const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }));
      results.set(build, { files, outputs, inputs: Object.keys(metafile.inputs) });
      if (results.size < 2) return;
      const all = [...results.values()];
      const { files: pictures, samples } = gallery();
      await mkdir(`${DIST}/assets`, { recursive: true });
      await writeCompressed(`${DIST}/assets`, [...all.flatMap((each) => each.files), ...pictures]);
      await writeFile(`${DIST}/licenses.json`, licensesOf(all.flatMap(({ inputs }) => inputs)));
      const { files: made, ...named } = manifestOf(all.flatMap((each) => each.outputs));
      const manifest = JSON.stringify({ ...named, samples, files: [...made, ...pictures.map(({ name }) => name)] });
      if (manifest === (await readFile(MANIFEST, 'utf8').catch(() => ''))) return;
      await writeFile(MANIFEST, manifest);
      // Node.js restarts the gateway when a module changes, and only then the gateway reads the manifest again.
      if (isWatching) await utimes(`${DIST}/assets.js`, new Date(), new Date());
    }),
});

/** @type {import('esbuild').BuildOptions} */
const COMMON = {
  loader: { '.svg': 'copy' },
  outdir: `${DIST}/assets`,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  absWorkingDir: FOLDER,
  logLevel: 'warning',
};
const BUILDS = [
  {
    ...COMMON,
    entryPoints: {
      studio: `${SOURCES}/main.ts`,
      style: `${FOLDER}/views/studio.css`,
      icon: `${FOLDER}/../../apps/gateway/views/favicon.svg`,
    },
    splitting: true,
    alias: { '@codemirror/lang-javascript': `${SOURCES}/editor/plain-scripts.ts` },
    plugins: [pdfJs, writing('page')],
  },
  {
    ...COMMON,
    // Each is one file, without further requests before it can work.
    entryPoints: {
      'pdf-worker': `${SOURCES}/preview/pdf-worker.ts`,
      'body-worker': `${SOURCES}/preview/body-worker.ts`,
    },
    plugins: [pdfJs, writing('workers')],
  },
];

/** @typedef {import('esbuild').Metafile['outputs'][string] & { name: string }} Output @param {Output[]} outputs */
function manifestOf(outputs) {
  /** @param {string} entry the beginning of a file's name */
  const of = (entry) => outputs.find(({ name }) => name.startsWith(`${entry}-`))?.name;
  const script = outputs.find(({ entryPoint }) => entryPoint?.endsWith('page/main.ts'));
  return {
    script: script?.name,
    style: of('style'),
    icon: of('icon'),
    pdfWorker: of('pdf-worker'),
    bodyWorker: of('body-worker'),
    // Loaded together with the script, instead of after it.
    preloads: script?.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
    files: outputs.map(({ name }) => name),
  };
}

/** Returns the licences of the packages that the files were made of. @param {string[]} inputs the paths of their modules */
function licensesOf(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return JSON.stringify([...new Set(folders)].map((path) => licenseIn(`${FOLDER}/${path}`)));
}

for (const options of BUILDS) {
  if (isWatching) await (await context(options)).watch();
  else await build(options);
}

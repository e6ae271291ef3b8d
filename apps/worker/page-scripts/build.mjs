/**
 * Bundles the page scripts: each module of this folder becomes one script `dist/NAME.js`, which defines an object with its functions.
 * `npm run build` runs it, and mocha before the tests.
 */
import { readdirSync } from 'node:fs';
import { build } from 'esbuild';

const FOLDER = import.meta.dirname;

/** @param {string} name of a page script */
const bundle = (name) =>
  build({
    entryPoints: [`${FOLDER}/${name}.ts`],
    outfile: `${FOLDER}/dist/${name}.js`,
    bundle: true,
    format: 'iife',
    globalName: `toolpress["${name}"]`,
    target: 'esnext',
    charset: 'utf8',
    loader: { '.css': 'text' },
    // Names stay for the messages of errors.
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
  });

export async function mochaGlobalSetup() {
  const files = ['', 'testing/'].flatMap((folder) => readdirSync(`${FOLDER}/${folder}`).map((name) => folder + name));
  await Promise.all(files.flatMap((file) => /^(.+)[.]ts$/.exec(file)?.[1] ?? []).map(bundle));
}

if (import.meta.main) await mochaGlobalSetup();

/** Compiles what the service runs, without the check of types: a tenth of the work of `npm run build`. */
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { mustRun } from '../run.mjs';

const APPS = ['apps/gateway', 'apps/worker', 'apps/cli'];
/** Tests, and what only they use. */
const TESTS = ['**/*.test.ts', '**/testing/**'];
/** What `tsc` leaves where it has built: a clone with it is developed in, and stays built by it. */
const BUILT_BY_TSC = 'apps/gateway/dist/.tsbuildinfo';
const BUNDLES = ['apps/worker/page-scripts/build.mjs', 'packages/studio/build.mjs'];

/** @param {string} root of the project @returns {boolean} whether `tsc` builds it, which then compiles only what has changed */
export const isBuiltByTsc = (root) => existsSync(join(root, BUILT_BY_TSC));

/**
 * Compiles all apps, and bundles the pages of the studio and the scripts of documents.
 *
 * @param {string} root of the project, with its npm packages @param {AbortSignal} [signal]
 */
export async function compileAll(root, signal) {
  await compile(root, APPS);
  for (const bundle of BUNDLES) await mustRun('The build', process.execPath, [bundle], { cwd: root, signal });
}

/**
 * Compiles apps and the packages that they run on.
 *
 * @param {string} root of the project, with its npm packages @param {string[]} apps their folders
 * @throws {Problem} with the compiler's messages
 */
export async function compile(root, apps) {
  const { build } = await import('esbuild');
  const compiling = foldersOf(root, apps).map((folder) => compileFolder(join(root, folder), build));
  await Promise.all(compiling).catch((/** @type {Error} */ { message }) => {
    throw new Problem(message);
  });
}

/** Compiles `src` of a package to its `dist`, with the settings of its `tsconfig.json`. @param {string} folder @param {typeof import('esbuild').build} build */
async function compileFolder(folder, build) {
  const src = join(folder, 'src');
  // Else `tsc` would believe that this is what it has compiled from these sources.
  rmSync(join(folder, 'dist/.tsbuildinfo'), { force: true });
  const sources = globSync('**/*.ts', { cwd: src, exclude: TESTS }).map((path) => join(src, path));
  await build({
    entryPoints: sources,
    outbase: src,
    outdir: join(folder, 'dist'),
    absWorkingDir: folder,
    format: 'esm',
    platform: 'node',
    charset: 'utf8',
    logLevel: 'warning',
  });
  for (const path of globSync('**/*.json', { cwd: src })) cpSync(join(src, path), join(folder, 'dist', path));
}

/** @param {string} root @param {string[]} folders @returns {string[]} with those of the project's packages that they run on */
function foldersOf(root, folders) {
  const found = new Set(folders);
  for (const folder of found) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies))
      if (name.startsWith('@toolpress/')) found.add(name.replace('@toolpress', 'packages'));
  }
  return [...found];
}

/**
 * Puts the built-in fonts into `fonts/files`, where `fonts.conf` has Chromium look for them: what the list of families names, out
 * of npm packages that are removed again. `scripts/start`, `scripts/test` and the worker's image run it; it does nothing when
 * all is there. Needs Node.js and npm only.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sfntOf } from './woff.mjs';

/** @typedef {{ family: string, npm?: string, styles?: string, files?: Record<string, string> }} Family */

const FOLDER = dirname(fileURLToPath(import.meta.url));
const LIST = join(FOLDER, '../packages/document/src/fonts/families.json');
const FILES = join(FOLDER, 'files');
const PACKAGES = join(FOLDER, 'node_modules');
/** In the folder of fonts: what it was made of. */
const STAMP = '.made-of';

const wanted = madeOf(
  LIST,
  join(FOLDER, 'package-lock.json'),
  ...['install.mjs', 'woff.mjs'].map((name) => join(FOLDER, name)),
);
const found = existsSync(join(FILES, STAMP)) ? readFileSync(join(FILES, STAMP), 'utf8') : '';
if (found === wanted) console.log('up to date');
else {
  installPackages();
  const fresh = `${FILES}.new`;
  rmSync(fresh, { recursive: true, force: true });
  /** @type {Family[]} */
  const families = JSON.parse(readFileSync(LIST, 'utf8')).families;
  mkdirSync(fresh);
  for (const family of families) copyFonts(family, fresh);
  writeFileSync(join(fresh, STAMP), wanted);
  rmSync(FILES, { recursive: true, force: true });
  renameSync(fresh, FILES);
  rmSync(PACKAGES, { recursive: true });
  // Chromium would do it at its first start, which then takes longer.
  spawnSync('fc-cache', [FILES], {
    env: { ...process.env, FONTCONFIG_FILE: join(FOLDER, 'fonts.conf') },
    stdio: 'ignore',
  });
  console.log('installed');
}

/** @param {string[]} paths */
function madeOf(...paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path));
  return `${hash.digest('hex')}\n`;
}

function installPackages() {
  const args = ['ci', '--prefer-offline', '--no-progress', '--loglevel=error'];
  const { status, error } = spawnSync('npm', args, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * All into one folder: fontconfig has a cache for each.
 *
 * @param {Family} family
 * @param {string} target
 */
function copyFonts({ npm, styles = '', files = filesOf(npm, styles) }, target) {
  if (npm === undefined) return; // a system package contains it
  const named = (/** @type {string} */ name) => join(target, `${npm.replace(/^@.*\//, '')}.${name}`);
  for (const path of Object.values(files)) {
    const source = join(PACKAGES, npm, path);
    const name = basename(path);
    if (name.endsWith('.woff')) writeFileSync(named(name.replace('.woff', '.ttf')), sfntOf(readFileSync(source)));
    else copyFileSync(source, named(name));
  }
  copyFileSync(join(PACKAGES, npm, licenceOf(npm)), named('LICENCE.txt'));
}

/**
 * Most packages name their files by weight: `400Regular_Italic/Inter_400Regular_Italic.ttf`, in older ones without the folder.
 *
 * @param {string | undefined} npm
 * @param {string} styles `300 400 400i`
 */
function filesOf(npm = '', styles = '') {
  /** @type {Record<string, string>} */
  const files = {};
  if (npm === '') return files;
  const paths = readdirSync(join(PACKAGES, npm), { recursive: true, encoding: 'utf8' });
  for (const path of paths) {
    const [, weight, italic] = /\/\w+_(\d+)[A-Za-z]+(_Italic)?\.ttf$/.exec(path) ?? [];
    if (weight !== undefined) files[weight + (italic ? 'i' : '')] = path;
  }
  return Object.fromEntries(
    styles.split(' ').map((style) => {
      const path = files[style];
      if (path === undefined) throw new Error(`${npm} has no style ${style}`);
      return [style, path];
    }),
  );
}

/** @param {string} npm */
function licenceOf(npm) {
  const names = readdirSync(join(PACKAGES, npm));
  const licence = ['LICENSE_FONT', 'LICENSE', 'LICENSE.txt', 'README.md'].find((name) => names.includes(name));
  if (licence === undefined) throw new Error(`${npm} says nothing about its licence`);
  return licence;
}

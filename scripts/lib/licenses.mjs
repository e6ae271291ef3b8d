/**
 * `node scripts/lib/licenses.mjs FOLDER`: prints the licences of all packages in a folder's `node_modules`, and of those that the studio's
 * page is bundled from, with their texts. The images have it as `/app/THIRD_PARTY_LICENSES`. Ends with 1 for a package without a licence.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEXT = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** What `packages/studio/build.mjs` has written. */
const BUNDLED = 'packages/studio/dist/licenses.json';

/**
 * @typedef {object} License
 * @property {string} name of the package, and its version
 * @property {string} license an SPDX expression
 * @property {string} text of its licence files
 */

/** Returns the licence of a package. @param {string} folder @returns {License} */
export function licenseIn(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => TEXT.test(file));
  const named = [license ?? licenses ?? []]
    .flat()
    .map((/** @type {string | { type: string }} */ one) => (typeof one === 'string' ? one : one.type));
  return {
    name: `${name} ${version}`,
    license: named.join(' OR '),
    text: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n'),
  };
}

/** Returns the licences of what is installed in a folder, by the names of the packages. @param {string} root @returns {License[]} */
export function licensesOf(root) {
  const installed = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: root })
    .map((path) => join(root, dirname(path)))
    .filter((folder) => !/node_modules\/@toolpress\/[^/]+$/.test(folder) && basename(folder) !== 'node_modules')
    .map(licenseIn)
    .filter(({ name }) => !name.startsWith('undefined'));
  const page = join(root, BUNDLED);
  /** @type {License[]} */
  const bundled = existsSync(page) ? JSON.parse(readFileSync(page, 'utf8')) : [];
  const all = new Map([...installed, ...bundled].map((one) => [one.name, one]));
  return [...all.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = licensesOf(process.argv[2] ?? '.');
  const unknown = all.filter(({ license, text }) => license === '' && text === '').map(({ name }) => name);
  const line = '-'.repeat(80);
  for (const { name, license, text } of all)
    process.stdout.write(`${name}\n${license}\n\n${text || '(The package has no file with the text.)'}\n\n${line}\n\n`);
  process.stdout.write(
    'Fonts: fonts/files/*.LICENCE.txt. Debian packages, Chromium among them: /usr/share/doc/*/copyright. Node.js: /usr/local/LICENSE.\n',
  );
  if (unknown.length > 0) {
    process.stderr.write(`No licence is known of ${unknown.join(', ')}.\n`);
    process.exitCode = 1;
  }
}

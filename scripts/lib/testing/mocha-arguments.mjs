/** From the command line of `scripts/test` to mocha's. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Problem } from '../problem.mjs';

/** All test files of the project, from its root. Those that take long come first: the last one to end should be a short one. */
const ALL = [
  'apps/*/dist/**/*.test.js',
  'packages/e2e/dist/**/*.test.js',
  'packages/!(e2e)/dist/**/*.test.js', // mocha runs a file that two patterns name twice
  'packages/e2e/containers/*.test.mjs',
  'scripts/lib/**/*.test.mjs',
];

/** Tests that take long: faults, fairness, hostile documents, properties with many cases. They run with `--all`. */
const LONG = '**/*.long.test.js';

/** Options of mocha whose value is the next word. */
const TAKES_VALUE =
  /^(?:-[fgjtsRrun]|--(?:f?grep|jobs|timeout|slow|reporter|reporter-option|require|ui|node-option|retries|ignore))$/;

/**
 * @param {readonly string[]} args options of mocha, test files and folders in any order; `--all` and `--all=1/3` say which of the
 *   long tests run as well
 * @param {{ cwd: string, root: string }} folders where relative paths start, as the person may stand anywhere, and the project's root
 * @returns {string[]} mocha's arguments; without files among them, all tests are named
 * @throws {Problem} for a share of the long tests that is none
 */
export function mochaArguments(args, { cwd, root }) {
  const [ours, theirs] = [args.filter(isOurs), args.filter((arg) => !isOurs(arg))];
  const isFile = (/** @type {string} */ arg, /** @type {number} */ index) =>
    !arg.startsWith('-') && !TAKES_VALUE.test(theirs[index - 1] ?? '');
  const resolved = theirs.map((arg, index) => (isFile(arg, index) ? testFiles(resolve(cwd, arg)) : arg));
  // A long test that is named runs.
  const named = resolved.some((arg) => arg.endsWith('.long.test.js'));
  const left = named ? [] : leftOut(ours.at(-1), root);
  return [
    ...['**/node_modules/**', ...left].flatMap((pattern) => ['--ignore', pattern]),
    ...resolved,
    ...(theirs.some(isFile) ? [] : ALL),
  ];
}

const isOurs = (/** @type {string} */ arg) => arg === '--all' || arg.startsWith('--all=');

/**
 * @param {string | undefined} option
 * @param {string} root
 * @returns {string[]} patterns of long tests that don't run
 */
function leftOut(option, root) {
  if (option === undefined) return [LONG];
  if (option === '--all') return [];
  const [, part, parts] = (/^--all=([1-9])\/([1-9])$/.exec(option) ?? []).map(Number);
  if (part === undefined || parts === undefined || part > parts)
    throw new Problem(`${option}: write --all for all tests, or --all=1/3 for a third of the long ones.`);
  return longTests(root).filter((_, index) => index % parts !== part - 1);
}

/** @param {string} root @returns {string[]} paths from the root, in an order that stays the same */
function longTests(root) {
  return ['apps', 'packages']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'dist')))
    .filter((folder) => isFolder(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => path.endsWith('.long.test.js'))
    .map((path) => relative(root, path))
    .sort();
}

const isFolder = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * @param {string} path
 * @returns {string} the path itself, or a pattern of all test files below a folder
 */
const testFiles = (path) => (isFolder(path) ? join(path, '**/*.test.{js,mjs}') : path);

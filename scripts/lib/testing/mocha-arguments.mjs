/** From the command line of `scripts/test` to mocha's. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** All test files of the project, from its root. Those that take long come first: the last one to end should be a short one. */
const ALL = [
  'apps/*/dist/**/*.test.js',
  'packages/e2e/dist/**/*.test.js',
  'packages/!(e2e)/dist/**/*.test.js', // mocha runs a file that two patterns name twice
  'packages/e2e/containers/*.test.mjs',
  'scripts/lib/**/*.test.mjs',
];

/** Options of mocha whose value is the next word. */
const TAKES_VALUE =
  /^(?:-[fgjtsRrun]|--(?:f?grep|jobs|timeout|slow|reporter|reporter-option|require|ui|node-option|retries|ignore))$/;

/**
 * @param {readonly string[]} args options of mocha, test files and folders in any order
 * @param {string} cwd where relative paths start: the person may stand anywhere
 * @returns {string[]} mocha's arguments; without files among them, all tests are named
 */
export function mochaArguments(args, cwd) {
  const isFile = (/** @type {string} */ arg, /** @type {number} */ index) =>
    !arg.startsWith('-') && !TAKES_VALUE.test(args[index - 1] ?? '');
  const resolved = args.map((arg, index) => (isFile(arg, index) ? testFiles(resolve(cwd, arg)) : arg));
  return ['--ignore', '**/node_modules/**', ...resolved, ...(args.some(isFile) ? [] : ALL)];
}

/**
 * @param {string} path
 * @returns {string} the path itself, or a pattern of all test files below a folder
 */
function testFiles(path) {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? join(path, '**/*.test.{js,mjs}') : path;
}

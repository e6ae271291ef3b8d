/** Converts the command line of `scripts/test` to mocha's. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Problem } from '../problem.mjs';

/** All test files of the project, from its root. Slow tests come first, so that the run ends with short ones. */
const ALL = [
  'apps/*/dist/**/*.test.js',
  // Mocha would run a file twice that two patterns match.
  'packages/e2e/dist/**/!(s3-storage).test.js',
  'scripts/lib/**/*.test.mjs',
  'packages/e2e/containers/*.test.mjs',
  'packages/!(e2e)/dist/**/!(s3-driver).test.js',
  // At the very end, because they wait for an S3 server that may still be compiled.
  'packages/e2e/dist/s3-storage.test.js',
  'packages/storage/dist/s3/s3-driver.test.js',
];

/** The long tests: faults, fairness, hostile documents, properties with many cases. They run with `--all`. */
const LONG = '**/*.long.test.{js,mjs}';
const isLong = (/** @type {string} */ path) => /\.long\.test\.m?js$/.test(path);

/** Options of mocha whose value is the next word. */
const TAKES_VALUE =
  /^(?:-[fgjtsRrun]|--(?:f?grep|jobs|timeout|slow|reporter|reporter-option|require|ui|node-option|retries|ignore))$/;

/**
 * @param {readonly string[]} args options of mocha, test files and folders in any order; `--all` and `--all=1/3` add
 *   all or a share of the long tests
 * @param {{ cwd: string, root: string }} folders the current folder, where relative paths start, and the project's
 *   root
 * @returns {string[]} mocha's arguments; all tests if no file is named
 * @throws {Problem} for an invalid share of the long tests
 */
export function mochaArguments(args, { cwd, root }) {
  const [ours, theirs] = [args.filter(asksForLongTests), args.filter((arg) => !asksForLongTests(arg))];
  const isFile = (/** @type {string} */ arg, /** @type {number} */ index) =>
    !arg.startsWith('-') && !TAKES_VALUE.test(theirs[index - 1] ?? '');
  const resolved = theirs.map((arg, index) => (isFile(arg, index) ? testFiles(resolve(cwd, arg)) : arg));
  // A named long test always runs.
  const named = resolved.some(isLong);
  const left = named ? [] : leftOut(ours.at(-1), root);
  return [
    ...['**/node_modules/**', ...left].flatMap((pattern) => ['--ignore', pattern]),
    ...resolved,
    ...(theirs.some(isFile) ? [] : ALL),
  ];
}

/** Says whether an argument is `--all` or `--all=1/3`. */
const asksForLongTests = (/** @type {string} */ arg) => arg === '--all' || arg.startsWith('--all=');

/**
 * @param {string | undefined} option
 * @param {string} root
 * @returns {string[]} patterns of the long tests to skip
 */
function leftOut(option, root) {
  if (option === undefined) return [LONG];
  if (option === '--all') return [];
  const [, part, parts] = (/^--all=([1-9])\/([1-9])$/.exec(option) ?? []).map(Number);
  if (part === undefined || parts === undefined || part > parts)
    throw new Problem(`${option}: write --all for all tests, or --all=1/3 for a third of the long ones.`);
  const shares = Array.from({ length: parts }, (_, index) => ({
    seconds: index === 0 ? SECONDS_OF_ALL_CASES : 0,
    files: /** @type {string[]} */ ([]),
  }));
  const longest = longTests(root).sort((one, other) => secondsOf(other) - secondsOf(one));
  for (const file of longest) {
    const [least] = [...shares].sort((one, other) => one.seconds - other.seconds);
    least?.files.push(file);
    if (least) least.seconds += secondsOf(file);
  }
  return shares.flatMap(({ files }, index) => (index === part - 1 ? [] : files));
}

/**
 * What the tests of the slowest files take in seconds, beside three other files on two cores. With it, the shares of `--all=1/3` take about as
 * long as each other.
 */
const SECONDS = {
  'generated-clients': 219,
  judged: 148,
  faults: 127,
  'fair-printing': 121,
  standards: 109,
  background: 105,
  'render-command': 102,
  'unclaimed-files': 100,
  'no-network': 93,
  rollout: 93,
  'dead-workers': 92,
  packages: 87,
  pages: 86,
  invoices: 79,
  'wrong-parts': 77,
  memory: 74,
  gotenberg: 73,
  'operator-attempts': 68,
  examples: 68,
  'redis-sentinel': 62,
  'batch-archives': 60,
  uncaught: 59,
  'failing-parts': 58,
  'page-state': 58,
  'popular-sheets': 56,
  'studio-neighbours': 52,
  'hostile-documents': 50,
  'same-bytes': 48,
  exhaustion: 47,
  'large-documents': 46,
  content: 44,
  'exact-charges': 42,
  jobs: 42,
  'storage-quota': 40,
};
const SECONDS_OF_OTHERS = 15;
/** What all generated cases of the quick tests take more, see triesAllCases(). */
const SECONDS_OF_ALL_CASES = 600;

const secondsOf = (/** @type {string} */ path) =>
  /** @type {Record<string, number>} */ (SECONDS)[basename(path).split('.')[0] ?? ''] ?? SECONDS_OF_OTHERS;

/** Says whether long tests run: by `--all`, or because one is named. @param {readonly string[]} args */
export const triesLongTests = (args) => args.some((arg) => asksForLongTests(arg) || isLong(arg));

/**
 * Says whether tests with generated cases try all of them, see caseCount() of packages/testkit: with `--all`, and in the first of its shares.
 *
 * @param {readonly string[]} args
 */
export const triesAllCases = (args) => args.some((arg) => arg === '--all' || arg.startsWith('--all=1/'));

/** @param {string} root @returns {string[]} paths from the root, in a stable order */
function longTests(root) {
  const built = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'dist')),
  );
  return [...built, join(root, 'packages/e2e/containers'), join(root, 'scripts/lib')]
    .filter((folder) => isFolder(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter(isLong)
    .map((path) => relative(root, path))
    .sort();
}

const isFolder = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * @param {string} path
 * @returns {string} the path itself, or a pattern of all test files below a folder
 */
const testFiles = (path) => (isFolder(path) ? join(path, '**/*.test.{js,mjs}') : path);

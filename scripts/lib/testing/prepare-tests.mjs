/** Prepares the programs that only the tests need: PDF readers and an S3 server. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../prepare/prepare.mjs';
import { REDIS } from '../prepare/system-packages.mjs';
import { Progress } from '../terminal/progress.mjs';
import { provideStore } from './store.mjs';

/** pdfinfo, pdftotext, pdftoppm, pdfsig. */
const PDF_READERS = { program: 'pdftotext', debian: 'poppler-utils', homebrew: 'poppler' };
const QPDF = { program: 'qpdf', debian: 'qpdf', homebrew: 'qpdf' };
/** Programs for veraPDF and Mustang. They are large, so without them those tests are skipped, except in CI. */
const JAVA = [
  { program: 'javac', debian: 'default-jdk-headless', homebrew: 'openjdk' },
  { program: 'mvn', debian: 'maven', homebrew: 'maven' },
];

/** For get-record. Without it those tests are skipped, except in CI. */
const POSTGRES = { program: 'pg_ctlcluster', debian: 'postgresql', homebrew: 'postgresql' };

/** For the alert rules. Without it those tests are skipped, except in CI. */
const PROMETHEUS = { program: 'promtool', debian: 'prometheus', homebrew: 'prometheus' };

/** For the generated client and the examples in PHP. Without it those tests are skipped, except in CI. */
const PHP = { program: 'php', debian: 'php-cli php-curl php-mbstring php-guzzlehttp-guzzle', homebrew: 'php' };

/** @param {Progress} progress @param {AbortSignal} stop @returns the browser's path */
export const prepareTests = (progress, stop) => {
  const ofCi = process.env['CI'] === 'true' ? [...JAVA, POSTGRES, PROMETHEUS, PHP] : [];
  return prepare({ programs: [REDIS, PDF_READERS, QPDF, ...ofCi], checked: true }, progress, stop);
};

/**
 * Provides an S3 server while the work runs: compiling one takes minutes.
 *
 * @template T
 * @param {Progress} progress @param {AbortSignal} stop
 * @param {boolean} needsMinio whether another server does not do
 * @param {(store: { env: Promise<Record<string, string>>, file: string }) => Promise<T>} work receives the variables of the server, which
 *   is stopped afterwards; `file` is where they are written when it is there, for tests that have begun
 */
export async function withStore(progress, stop, needsMinio, work) {
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  const say = (/** @type {string} */ text) => progress.warn(text);
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-store-'));
  const file = join(folder, 'variables.json');
  const provide = async () => {
    try {
      return await provideStore(process.env, needsMinio, say, signal);
    } catch (error) {
      if (over.signal.aborted) return NO_STORE;
      throw error;
    }
  };
  // The lines of tests are between its reminders.
  const quiet = new Progress(progress.output, process.env, REMINDER_MS);
  const providing = quiet.step('S3 server', provide, ({ from }) => from);
  const env = providing.then(({ env }) => env);
  const written = env.then(async (variables) => {
    await writeFile(`${file}.new`, JSON.stringify(variables));
    await rename(`${file}.new`, file);
  });
  written.catch(() => {}); // the work may fail before it asks
  try {
    return await work({ env, file });
  } finally {
    over.abort();
    const store = await providing.catch(() => NO_STORE);
    await written.catch(() => {});
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const REMINDER_MS = 60_000;
const NO_STORE = { env: {}, from: 'not needed', stop: async () => {} };

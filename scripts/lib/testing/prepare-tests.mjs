/** Prepares the programs that only the tests need: PDF readers and a MinIO. */
import { prepare } from '../prepare/prepare.mjs';
import { REDIS } from '../prepare/system-packages.mjs';
import { provideMinio } from './minio.mjs';

/** @typedef {import('../terminal/progress.mjs').Progress} Progress */

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
 * Provides a MinIO while the work prepares the rest: building one takes a minute or two.
 *
 * @template T
 * @param {Progress} progress @param {AbortSignal} stop
 * @param {(env: Promise<Record<string, string>>) => Promise<T>} work receives the variables of the MinIO, which is
 *   stopped afterwards
 */
export async function withMinio(progress, stop, work) {
  const failed = new AbortController();
  const say = (/** @type {string} */ text) => progress.warn(text);
  const provide = () => provideMinio(process.env, say, AbortSignal.any([stop, failed.signal]));
  const providing = progress.step('MinIO', provide, ({ from }) => from);
  const env = providing.then(({ env }) => env);
  env.catch(() => {}); // the work may fail before it asks
  try {
    return await work(env);
  } catch (error) {
    failed.abort();
    throw error;
  } finally {
    await providing.then(
      (minio) => minio.stop(),
      () => {},
    );
  }
}

/** Prepares the programs that only the tests need: PDF readers and a MinIO. */
import { prepare } from '../prepare/prepare.mjs';
import { REDIS } from '../prepare/system-packages.mjs';
import { provideMinio } from './minio.mjs';

/** @typedef {import('../terminal/progress.mjs').Progress} Progress */

/** pdfinfo, pdftotext, pdftoppm. */
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

/** @param {Progress} progress @param {AbortSignal} stop @returns the browser's path */
export const prepareTests = (progress, stop) =>
  prepare(
    [REDIS, PDF_READERS, QPDF, ...(process.env['CI'] === 'true' ? [...JAVA, POSTGRES, PROMETHEUS] : [])],
    progress,
    stop,
  );

/**
 * @template T
 * @param {Progress} progress @param {AbortSignal} stop
 * @param {(env: Record<string, string>) => Promise<T>} work receives the variables of the MinIO, which is stopped
 *   afterwards
 */
export async function withMinio(progress, stop, work) {
  const say = (/** @type {string} */ text) => progress.warn(text);
  const minio = await progress.step(
    'MinIO',
    () => provideMinio(process.env, say, stop),
    (found) => found.from,
  );
  try {
    return await work(minio.env);
  } finally {
    await minio.stop();
  }
}

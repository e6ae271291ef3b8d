/** Provides a MinIO for the storage tests from the first available source. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { excerpt, findProgram, run } from '../run.mjs';
import { startMinioContainer } from './minio-container.mjs';

/** The project's last release: images and module are pinned to the same one. */
export const RELEASE = 'RELEASE.2025-09-07T16-13-09Z';
const GO_MODULE = 'github.com/minio/minio@v0.0.0-20250907161309-07c3a429bfed';
const GO_LIMIT_MS = 20 * 60_000;

/**
 * @typedef {object} Minio
 * @property {Record<string, string>} env the variables for the tests; empty without a MinIO
 * @property {string} from a description of its source
 * @property {() => Promise<void>} stop stops it, if it was started here
 */

/**
 * @param {Record<string, string | undefined>} env
 * @param {(text: string) => void} say receives the reasons of failures
 * @param {AbortSignal} [signal]
 * @returns {Promise<Minio>}
 */
export async function provideMinio(env, say, signal) {
  const here = (/** @type {string} */ from, found = {}) => ({ env: found, from, stop: async () => {} });
  if (env['S3_TEST_ENDPOINT']) return here(`S3_TEST_ENDPOINT ${env['S3_TEST_ENDPOINT']}`);
  if (env['TOOLPRESS_MINIO']) return here(`TOOLPRESS_MINIO ${env['TOOLPRESS_MINIO']}`);
  const installed = findProgram('minio');
  if (installed !== undefined) return here(installed, { TOOLPRESS_MINIO: installed });
  const container = await startMinioContainer(`quay.io/minio/minio:${RELEASE}`, say, signal);
  if (container !== undefined) return container;
  const built = await buildMinio(env, say, signal);
  if (built !== undefined) return here(built, { TOOLPRESS_MINIO: built });
  return here('none: install minio, a container engine or Go, or set S3_TEST_ENDPOINT');
}

/**
 * Builds the release with Go, once, in a cache folder. An interrupted build does not count.
 *
 * @param {Record<string, string | undefined>} env
 * @param {(text: string) => void} say
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | undefined>} the path of the binary
 */
async function buildMinio(env, say, signal) {
  const folder = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolpress', `minio-${RELEASE}`);
  const binary = join(folder, 'minio');
  if (existsSync(binary)) return binary;
  const go = findProgram('go') ?? findProgram('/usr/local/go/bin/go');
  if (go === undefined) return undefined;
  say('Building MinIO with Go, once; this takes some minutes.');
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    const options = { cwd: partial, env: { ...env, GOBIN: partial }, signal, timeout: GO_LIMIT_MS };
    const { code, output } = await run(go, ['install', GO_MODULE], options);
    if (code === 0) {
      // Another run may have built it meanwhile. The rename is atomic.
      await mkdir(folder, { recursive: true });
      await rename(join(partial, 'minio'), binary);
      return binary;
    }
    say(`Building MinIO with Go failed:\n${excerpt(output, 6)}`);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return undefined;
}

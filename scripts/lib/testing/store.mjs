/** Provides an S3 server for the storage tests from the first available source. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { excerpt, findProgram, ROOT, run } from '../run.mjs';
import { startMinioContainer } from './minio-container.mjs';

/** The MinIO that docker-compose.yml runs. */
const [, MINIO_VERSION = ''] =
  /^ARG MINIO_VERSION=(\S+)$/m.exec(readFileSync(join(ROOT, 'deploy/stores/Dockerfile'), 'utf8')) ?? [];
const GO_LIMIT_MS = 20 * 60_000;

/** @typedef {{ name: string, variable: string, program: string, module: string, version: string }} Server */

/** @type {Server} */
export const MINIO = {
  name: 'MinIO',
  variable: 'TOOLPRESS_MINIO',
  program: 'minio',
  module: 'github.com/minio/minio',
  version: MINIO_VERSION,
};

/** It compiles in half of MinIO's time. What only MinIO has, temporary keys and lifecycle rules, is skipped with it. @type {Server} */
export const VERSITYGW = {
  name: 'versitygw',
  variable: 'TOOLPRESS_VERSITYGW',
  program: 'versitygw',
  module: 'github.com/versity/versitygw/cmd/versitygw',
  version: 'v1.8.0',
};

/**
 * @typedef {object} Store
 * @property {Record<string, string>} env the variables for the tests; empty without a store
 * @property {string} from a description of its source
 * @property {() => Promise<void>} stop stops it, if it was started here
 */

/**
 * @param {Record<string, string | undefined>} env
 * @param {boolean} needsMinio whether another server does not do
 * @param {(text: string) => void} say receives the reasons of failures
 * @param {AbortSignal} [signal]
 * @returns {Promise<Store>}
 */
export async function provideStore(env, needsMinio, say, signal) {
  const here = (/** @type {string} */ from, found = {}) => ({ env: found, from, stop: async () => {} });
  for (const variable of ['S3_TEST_ENDPOINT', 'TOOLPRESS_STORE'])
    if (env[variable]) return here(`${variable} ${env[variable]}`);
  for (const server of needsMinio ? [MINIO] : [MINIO, VERSITYGW]) {
    const { variable } = server;
    if (env[variable]) return here(`${variable} ${env[variable]}`);
    const program = findProgram(server.program) ?? [binaryOf(server, env)].find(existsSync);
    if (program !== undefined) return here(program, { [variable]: program });
  }
  const compiled = needsMinio ? MINIO : VERSITYGW;
  const built = await build(compiled, env, say, signal);
  if (built !== undefined) return here(built, { [compiled.variable]: built });
  const container = await startMinioContainer(join(ROOT, 'deploy/stores'), say, signal);
  return container ?? here('none: install minio, Go or a container engine, or set S3_TEST_ENDPOINT');
}

/** @param {Server} server @param {Record<string, string | undefined>} env */
function binaryOf({ program, version }, env) {
  const cache = env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'toolpress', `${program}-${version}`, program);
}

/**
 * Compiles a server with Go, once, in a cache folder. An interrupted build does not count. Tests may run meanwhile: they go first.
 *
 * @param {Server} server
 * @param {Record<string, string | undefined>} env
 * @param {(text: string) => void} say
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | undefined>} the path of the binary
 */
async function build(server, env, say, signal) {
  const binary = binaryOf(server, env);
  const folder = dirname(binary);
  const go = findProgram('go') ?? findProgram('/usr/local/go/bin/go');
  if (go === undefined) return undefined;
  say(`Building ${server.name} with Go, once.`);
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    // Go removes its temporary files at an interruption only.
    const options = {
      ...{ cwd: partial, env: { ...env, GOBIN: partial, GOTMPDIR: partial } },
      ...{ signal, killSignal: /** @type {const} */ ('SIGINT'), timeout: GO_LIMIT_MS },
    };
    const install = ['-n', '5', go, 'install', `${server.module}@${server.version}`];
    const { code, output } = await run('nice', install, options);
    if (code === 0) {
      // Another run may have built it meanwhile. The rename is atomic.
      await mkdir(folder, { recursive: true });
      await rename(join(partial, server.program), binary);
      return binary;
    }
    say(`Building ${server.name} with Go failed:\n${excerpt(output, 6)}`);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return undefined;
}

/**
 * A real S3-compatible store for tests: an existing one (`S3_TEST_ENDPOINT`), or a MinIO for the test file, which starts in less than a
 * second.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isExecutable } from '@toolpress/runtime';
import { freePort, type StartedProcess, startProcess } from './processes.js';

export interface TestS3 {
  /** The address of the store, `http://host:port`. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Stops the server that was started for this test. An existing store keeps running. */
  stop(): Promise<void>;
}

export interface TestMinio extends TestS3 {
  readonly pid: number;
  /** Kills the server as a crash would. Data on disk stays. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
}

export const isMinio = (store: TestS3): store is TestMinio => 'kill' in store;

/**
 * Returns the store for S3 tests: `S3_TEST_ENDPOINT` (with `S3_TEST_ACCESS_KEY` and `S3_TEST_SECRET_KEY`), else a MinIO from
 * `TOOLPRESS_MINIO` or `PATH`.
 *
 * @returns undefined without a store. The caller skips each of its tests.
 * @throws Error without a store and with `CI=true`, where a skipped test is a failure.
 */
export async function testS3(): Promise<TestS3 | TestMinio | undefined> {
  const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY, S3_TEST_SECRET_KEY, CI } = process.env;
  if (S3_TEST_ENDPOINT) {
    return {
      endpoint: S3_TEST_ENDPOINT.replace(/\/+$/, ''),
      accessKey: S3_TEST_ACCESS_KEY || 'minioadmin',
      secretKey: S3_TEST_SECRET_KEY || 'minioadmin',
      stop: async () => undefined,
    };
  }
  if (findMinio() !== undefined) return startMinio();
  if (CI === 'true') {
    throw new Error('No S3 store to test against: set S3_TEST_ENDPOINT or TOOLPRESS_MINIO, or put minio on PATH.');
  }
  return undefined;
}

/**
 * Returns the path of a MinIO binary: `TOOLPRESS_MINIO`, else `minio` on `PATH`.
 *
 * @throws Error when `TOOLPRESS_MINIO` is not executable.
 */
export function findMinio(): string | undefined {
  const { TOOLPRESS_MINIO, PATH = '' } = process.env;
  if (TOOLPRESS_MINIO) {
    if (isExecutable(TOOLPRESS_MINIO)) return TOOLPRESS_MINIO;
    throw new Error(`TOOLPRESS_MINIO names no program that can be run: ${TOOLPRESS_MINIO}`);
  }
  return PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'minio'))
    .find(isExecutable);
}

/** Starts an empty MinIO with new credentials on a free port of 127.0.0.1. */
export async function startMinio(): Promise<TestMinio> {
  const binary = findMinio();
  if (binary === undefined) throw new Error('There is no MinIO to start: set TOOLPRESS_MINIO or put minio on PATH.');
  const home = await mkdtemp(join(tmpdir(), 'toolpress-minio-'));
  const address = `127.0.0.1:${await freePort()}`;
  const accessKey = randomBytes(8).toString('hex');
  const secretKey = randomBytes(16).toString('hex');
  let server: StartedProcess;
  const launch = async (): Promise<void> => {
    server = startProcess(binary, ['server', join(home, 'data'), '--address', address], {
      // HOME, because MinIO keeps certificates there; no update check, so that nothing leaves the machine.
      env: {
        HOME: home,
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
      },
    });
    await server.waitFor(/^API: /m);
  };
  await launch();
  return {
    endpoint: `http://${address}`,
    accessKey,
    secretKey,
    get pid() {
      return server.pid;
    },
    kill: async () => void (await server.end('SIGKILL')),
    restart: launch,
    stop: async () => {
      await server.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

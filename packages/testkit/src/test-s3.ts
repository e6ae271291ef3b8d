/** The S3 store for tests: an existing one, or a server for the test file. */
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { isExecutable } from '@toolpress/runtime';
import { eventually } from './eventually.js';
import { startMinio } from './minio.js';
import type { OwnS3, S3Server, TestS3 } from './own-s3.js';
import { startSeaweedFs } from './seaweedfs.js';
import { startVersitygw } from './versitygw.js';

interface Startable {
  /** Names the program's path. */
  readonly variable: string;
  /** The name of the program on PATH. */
  readonly program: string;
  start(program: string): Promise<OwnS3>;
}

/** Without TOOLPRESS_STORE, the first that is there. */
export const S3_SERVERS: Readonly<Record<S3Server, Startable>> = {
  minio: { variable: 'TOOLPRESS_MINIO', program: 'minio', start: startMinio },
  versitygw: { variable: 'TOOLPRESS_VERSITYGW', program: 'versitygw', start: startVersitygw },
  seaweedfs: { variable: 'TOOLPRESS_SEAWEEDFS', program: 'weed', start: startSeaweedFs },
};

/** Less than the time limit of a test. */
const STORE_LIMIT_MS = 280_000;

/**
 * Returns the store for S3 tests: `S3_TEST_ENDPOINT` (with `S3_TEST_ACCESS_KEY` and `S3_TEST_SECRET_KEY`), else a new server, the one that
 * `TOOLPRESS_STORE` names. Where `scripts/test` still compiles one, this waits for it.
 *
 * @returns undefined without a store. The caller skips each of its tests.
 * @throws Error without a store and with `CI=true`, where a skipped test is a failure.
 */
export async function testS3(): Promise<TestS3 | OwnS3 | undefined> {
  const env = await provided();
  const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY, S3_TEST_SECRET_KEY, CI } = env;
  if (S3_TEST_ENDPOINT) {
    return {
      endpoint: S3_TEST_ENDPOINT.replace(/\/+$/, ''),
      accessKey: S3_TEST_ACCESS_KEY || 'minioadmin',
      secretKey: S3_TEST_SECRET_KEY || 'minioadmin',
      stop: async () => undefined,
    };
  }
  for (const name of chosen(env)) {
    const program = findS3(name, env);
    if (program !== undefined) return S3_SERVERS[name].start(program);
  }
  if (CI === 'true') {
    throw new Error('No S3 store to test against: set S3_TEST_ENDPOINT or TOOLPRESS_MINIO, or put minio on PATH.');
  }
  return undefined;
}

/**
 * Returns the path of a server's program: from its variable, else on `PATH`.
 *
 * @throws Error when the variable names a file that is not executable.
 */
export function findS3(name: S3Server, env = process.env): string | undefined {
  const { variable, program } = S3_SERVERS[name];
  const named = env[variable];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`${variable} names no program that can be run: ${named}`);
  }
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function chosen({ TOOLPRESS_STORE }: NodeJS.ProcessEnv): readonly S3Server[] {
  const names = Object.keys(S3_SERVERS) as S3Server[];
  if (!TOOLPRESS_STORE) return names;
  const name = names.find((one) => one === TOOLPRESS_STORE);
  if (name === undefined) throw new Error(`TOOLPRESS_STORE must be one of ${names.join(', ')}.`);
  if (findS3(name) === undefined) throw new Error(`TOOLPRESS_STORE is ${name}: set ${S3_SERVERS[name].variable}.`);
  return [name];
}

/** `scripts/test` writes the variables of a server to the file that `TOOLPRESS_STORE_FILE` names, as soon as it has one. */
async function provided(): Promise<NodeJS.ProcessEnv> {
  const { TOOLPRESS_STORE_FILE: file } = process.env;
  if (!file) return process.env;
  let variables: NodeJS.ProcessEnv = {};
  await eventually(async () => {
    variables = JSON.parse(await readFile(file, 'utf8'));
  }, STORE_LIMIT_MS);
  return { ...process.env, ...variables };
}

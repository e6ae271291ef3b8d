/** Builds MinIO's image and runs it, if a container engine is available. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { excerpt, findProgram, run } from '../run.mjs';

const ENGINES = ['docker', 'podman'];
const ANSWER_LIMIT_MS = 10_000;
const BUILD_LIMIT_MS = 20 * 60_000;
const IMAGE = 'toolpress-minio:test';
const READY_LIMIT_MS = 30_000;

/**
 * @param {string} context the folder of the Dockerfile
 * @param {(text: string) => void} say receives the reason of a failure
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('./store.mjs').Store | undefined>} a store on loopback with new credentials
 */
export async function startMinioContainer(context, say, signal) {
  for (const name of ENGINES) {
    const engine = findProgram(name);
    if (engine === undefined) continue;
    if ((await run(engine, ['info'], { signal, timeout: ANSWER_LIMIT_MS })).code !== 0) continue;
    // From the engine's cache when nothing has changed.
    const build = ['build', '--target', 'minio', '--tag', IMAGE, context];
    const built = await run(engine, build, { signal, timeout: BUILD_LIMIT_MS });
    if (built.code !== 0) {
      say(`${name} can't build MinIO: ${excerpt(built.output, 6)}`);
      continue;
    }
    const started = await start(engine, IMAGE, signal);
    if (typeof started !== 'string') return { ...started, from: `MinIO in ${name}` };
    say(`${name} can't run MinIO: ${started}`);
  }
  return undefined;
}

/**
 * @param {string} engine
 * @param {string} image
 * @param {AbortSignal} [signal]
 * @returns {Promise<Omit<import('./store.mjs').Store, 'from'> | string>} a text in case of an error
 */
async function start(engine, image, signal) {
  const container = `toolpress-test-minio-${randomBytes(6).toString('hex')}`;
  const stop = async () => void (await run(engine, ['rm', '--force', '--volumes', container]));
  const secrets = {
    MINIO_ROOT_USER: randomBytes(8).toString('hex'),
    MINIO_ROOT_PASSWORD: randomBytes(16).toString('hex'),
  };
  // Names only: the values are in the environment, because other users can read a command line.
  const names = Object.keys(secrets).flatMap((secret) => ['--env', secret]);
  const args = [
    'run',
    '--detach',
    '--name',
    container,
    '--publish',
    '127.0.0.1::9000',
    ...names,
    image,
    'server',
    '/data',
  ];
  try {
    const { code, output } = await run(engine, args, { env: { ...process.env, ...secrets }, signal });
    const port = code === 0 ? await publishedPort(engine, container, signal) : undefined;
    if (port !== undefined && (await isReady(`http://127.0.0.1:${port}/minio/health/live`, signal))) {
      const env = {
        S3_TEST_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_TEST_ACCESS_KEY: secrets.MINIO_ROOT_USER,
        S3_TEST_SECRET_KEY: secrets.MINIO_ROOT_PASSWORD,
      };
      return { env, stop };
    }
    await stop();
    return code === 0 ? 'it does not answer' : excerpt(output, 6);
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {string} engine
 * @param {string} container
 * @param {AbortSignal} [signal]
 */
async function publishedPort(engine, container, signal) {
  const { output } = await run(engine, ['port', container, '9000/tcp'], { signal });
  return /:(\d+)\s*$/m.exec(output)?.[1];
}

/**
 * @param {string} url
 * @param {AbortSignal} [signal]
 */
async function isReady(url, signal) {
  const limit = performance.now() + READY_LIMIT_MS;
  while (performance.now() < limit) {
    signal?.throwIfAborted();
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return true;
    await sleep(100);
  }
  return false;
}

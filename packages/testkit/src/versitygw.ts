/** A versitygw for tests: an S3 server over a folder, other than MinIO. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import type { TestS3 } from './minio.js';
import { freePort, startProcess } from './processes.js';

/** Starts an empty server with new credentials. @param program the path of `versitygw`. */
export async function startVersitygw(program: string): Promise<TestS3> {
  const home = await mkdtemp(join(tmpdir(), 'toolpress-s3-'));
  const data = join(home, 'data');
  await mkdir(data);
  const address = `127.0.0.1:${await freePort()}`;
  const [accessKey, secretKey] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
  const args = ['--port', address, '--access', accessKey, '--secret', secretKey, 'posix', data];
  const server = startProcess(program, args, { env: { HOME: home } });
  const endpoint = `http://${address}`;
  await eventually(() => fetch(endpoint));
  return {
    endpoint,
    accessKey,
    secretKey,
    async stop() {
      await server.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

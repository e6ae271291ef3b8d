/** A SeaweedFS for tests: an S3 server over its own volumes, other than MinIO. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import type { TestS3 } from './minio.js';
import { freePort, startProcess } from './processes.js';

/** Starts an empty server with new credentials. @param program the path of `weed`. */
export async function startSeaweedFs(program: string): Promise<TestS3> {
  const home = await mkdtemp(join(tmpdir(), 'toolpress-s3-'));
  const [accessKey, secretKey] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
  const identity = { name: 'test', credentials: [{ accessKey, secretKey }], actions: ['Admin'] };
  const config = join(home, 's3.json');
  await writeFile(config, JSON.stringify({ identities: [identity] }));
  const ports: string[] = [];
  for (const part of ['master', 'volume', 'filer', 's3'])
    for (const suffix of ['', '.grpc']) ports.push(`-${part}.port${suffix}=${await freePort()}`);
  const s3Port = ports.at(-2)?.split('=')[1];
  const server = startProcess(
    program,
    [
      ...['server', `-dir=${home}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', '-filer', '-s3', `-s3.config=${config}`],
      ...['-s3.port.iceberg=0', '-s3.port.lance=0', '-volume.max=200', '-master.volumeSizeLimitMB=64', ...ports],
    ],
    { env: { HOME: home }, cwd: home },
  );
  const endpoint = `http://127.0.0.1:${s3Port}`;
  await eventually(() => fetch(endpoint));
  return {
    ...{ endpoint, accessKey, secretKey },
    async stop() {
      await server.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

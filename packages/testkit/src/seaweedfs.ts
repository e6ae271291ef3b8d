/** A SeaweedFS for tests: an S3 server over its own volumes, other than MinIO. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AFTER_WORK_MS, eventually } from './eventually.js';
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
  const portOf = (part: string): string | undefined => new RegExp(`-${part}.port=(\\d+)`).exec(ports.join(' '))?.[1];
  const server = startProcess(
    program,
    [
      `-logdir=${home}`,
      'server',
      `-dir=${home}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      '-filer',
      '-s3',
      `-s3.config=${config}`,
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      '-volume.max=200',
      '-master.volumeSizeLimitMB=64',
      ...ports,
    ],
    { env: { HOME: home }, cwd: home },
  );
  const endpoint = `http://127.0.0.1:${portOf('s3')}`;
  await eventually(() => fetch(endpoint));
  // It answers seconds before its volumes take files.
  await eventually(async () => {
    const { status } = await fetch(`http://127.0.0.1:${portOf('filer')}/ready`, { method: 'PUT', body: 'a file' });
    if (status !== 201) throw new Error(`SeaweedFS answers a first file with ${status}`);
  }, AFTER_WORK_MS);
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

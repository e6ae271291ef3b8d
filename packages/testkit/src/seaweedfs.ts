/** A SeaweedFS for tests, with the settings of docker-compose.seaweedfs.yml. It takes seconds to start. */
import { join } from 'node:path';
import { AFTER_WORK_MS, eventually } from './eventually.js';
import { type OwnS3, startOwnS3 } from './own-s3.js';
import { freePort, startProcess } from './processes.js';

/** @param program the path of `weed`. */
export const startSeaweedFs = (program: string): Promise<OwnS3> =>
  startOwnS3('seaweedfs', async ({ home, accessKey, secretKey }) => {
    const ports: Record<string, number> = {};
    const parts = ['master', 'volume', 'filer', 's3'];
    for (const part of parts) for (const kind of ['port', 'port.grpc']) ports[`${part}.${kind}`] = await freePort();
    const at = (part: string): string => `http://127.0.0.1:${ports[`${part}.port`]}`;
    const endpoint = at('s3');
    const args = [
      `-logdir=${home}`,
      'server',
      `-dir=${home}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      '-filer',
      `-filer.localSocket=${join(home, 'filer.sock')}`,
      '-s3',
      `-s3.localSocket=${join(home, 's3.sock')}`,
      '-s3.autoCreateBucket=false',
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      '-master.telemetry=false',
      '-volume.max=200',
      '-master.volumeSizeLimitMB=64',
      ...Object.entries(ports).map(([name, port]) => `-${name}=${port}`),
    ];
    return {
      endpoint,
      // It has no setting for these.
      outside: parts.map((part) => `/tmp/seaweedfs-${part}-grpc-${ports[`${part}.port.grpc`]}.sock`),
      async launch() {
        const env = { HOME: home, AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };
        const server = startProcess(program, args, { env, cwd: home });
        await eventually(() => fetch(endpoint));
        // It answers seconds before its volumes take files.
        await eventually(async () => {
          const { status } = await fetch(`${at('filer')}/ready`, { method: 'PUT', body: 'a file' });
          if (status !== 201) throw new Error(`SeaweedFS answers a first file with ${status}`);
        }, AFTER_WORK_MS);
        return server;
      },
    };
  });

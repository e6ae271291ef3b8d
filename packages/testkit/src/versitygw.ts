/** A versitygw for tests: an S3 server over a folder, which compiles in half the time of MinIO. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { type OwnS3, startOwnS3 } from './own-s3.js';
import { freePort, startProcess } from './processes.js';

/** @param program the path of `versitygw`. */
export const startVersitygw = (program: string): Promise<OwnS3> =>
  startOwnS3('versitygw', async ({ home, accessKey, secretKey }) => {
    const data = join(home, 'data');
    await mkdir(data);
    const address = `127.0.0.1:${await freePort()}`;
    const endpoint = `http://${address}`;
    return {
      endpoint,
      async launch() {
        const args = ['--port', address, '--access', accessKey, '--secret', secretKey, 'posix', data];
        const server = startProcess(program, args, { env: { HOME: home } });
        await eventually(() => fetch(endpoint));
        return server;
      },
    };
  });

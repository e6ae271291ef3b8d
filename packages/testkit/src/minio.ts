/** A MinIO for tests, which starts in less than a second. */
import { join } from 'node:path';
import { type OwnS3, startOwnS3 } from './own-s3.js';
import { freePort, startProcess } from './processes.js';

/** @param program the path of `minio`. */
export const startMinio = (program: string): Promise<OwnS3> =>
  startOwnS3('minio', async ({ home, accessKey, secretKey }) => {
    const address = `127.0.0.1:${await freePort()}`;
    return {
      endpoint: `http://${address}`,
      async launch() {
        const server = startProcess(program, ['server', join(home, 'data'), '--address', address], {
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
        return server;
      },
    };
  });

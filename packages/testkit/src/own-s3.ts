/** An S3 server that a test starts for itself: it may kill it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartedProcess } from './processes.js';

export interface TestS3 {
  /** The address of the store, `http://host:port`. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Stops the server that was started for this test. An existing store keeps running. */
  stop(): Promise<void>;
}

export interface OwnS3 extends TestS3 {
  readonly server: S3Server;
  readonly pid: number;
  /** Kills the server as a crash would. Data on disk stays. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
}

/** The servers that tests know how to start. */
export type S3Server = 'minio' | 'versitygw' | 'seaweedfs';

export const isOwnS3 = (store: TestS3): store is OwnS3 => 'kill' in store;
/** MinIO has more than other servers, such as temporary keys. */
export const isMinio = (store: TestS3): store is OwnS3 => isOwnS3(store) && store.server === 'minio';

/** What a server is started with. */
export interface S3Home {
  /** A separate folder, for files and settings. */
  readonly home: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/**
 * Starts an empty server with new credentials.
 *
 * @param begin chooses the ports. Its `launch` starts the program, every time on the same ports, and resolves when it takes files;
 *   `outside` are paths of files that the server leaves outside its folder.
 */
export async function startOwnS3(
  server: S3Server,
  begin: (at: S3Home) => Promise<{ endpoint: string; outside?: readonly string[]; launch(): Promise<StartedProcess> }>,
): Promise<OwnS3> {
  const home = await mkdtemp(join(tmpdir(), 'toolpress-s3-'));
  const keys = { accessKey: randomBytes(8).toString('hex'), secretKey: randomBytes(16).toString('hex') };
  const { endpoint, outside = [], launch } = await begin({ home, ...keys });
  let running = await launch();
  return {
    server,
    endpoint,
    ...keys,
    get pid() {
      return running.pid;
    },
    kill: async () => void (await running.end('SIGKILL')),
    restart: async () => {
      running = await launch();
    },
    stop: async () => {
      await running.end('SIGKILL');
      for (const path of [home, ...outside]) await rm(path, { recursive: true, force: true });
    },
  };
}

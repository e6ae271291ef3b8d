/** Faults of the file store and of the connection to it. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isMinio, startTcpProxy, type TcpProxy } from '@toolpress/testkit';
import type { Fault, Stage } from './experiment.js';
import { onFolder, onS3 } from './stages.js';

const run = promisify(execFile);
const OUTAGE_MS = 3_000;
const DISK_MIB = 8;

export const STORE_FAULTS: readonly Fault[] = [
  {
    name: 'MinIO stopped, back after 3 s',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 10_000,
    stage: storeAway,
  },
  {
    name: 'the folder’s disk full for 3 s',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 5_000,
    stage: onSmallDisk,
  },
  {
    name: 'worker to store: 300 ms late for 3 s',
    isQuick: false,
    expected: [],
    normalWithinMs: 5_000,
    stage: () =>
      overCable(async (cable) => {
        cable.delay(300);
        await sleep(OUTAGE_MS);
        cable.delay(0);
      }),
  },
  {
    name: 'worker to store: cut for 5 s',
    isQuick: false,
    expected: ['unavailable', 'deadline_exceeded'],
    normalWithinMs: 20_000,
    stage: () =>
      overCable(async (cable) => {
        cable.cut();
        await sleep(5_000);
        cable.mend();
      }),
  },
];

/** Disconnects both apps from a store that the test must not stop: connections to it are refused. */
function storeAway(): Promise<Stage | undefined> {
  return onS3(async (store) => {
    const cable = isMinio(store) ? undefined : await startTcpProxy(new URL(store.endpoint).host);
    return {
      ...(cable && { env: { S3_ENDPOINT: `http://${cable.address}` } }),
      async strike() {
        await (isMinio(store) ? store.kill() : cable?.unplug());
        await sleep(OUTAGE_MS);
        await (isMinio(store) ? store.restart() : cable?.plugIn());
      },
      close: async () => cable?.close(),
    };
  });
}

/** Only the worker reaches the store through a proxy. */
function overCable(strike: (cable: TcpProxy) => Promise<void>): Promise<Stage | undefined> {
  return onS3(async (store) => {
    const cable = await startTcpProxy(new URL(store.endpoint).host);
    return {
      workers: 0,
      prepare: async (service) => void (await service.addWorker({ S3_ENDPOINT: `http://${cable.address}` })),
      strike: () => strike(cable),
      close: () => cable.close(),
    };
  });
}

/** Returns undefined where no file system of a given size can be mounted, which takes root. */
async function onSmallDisk(): Promise<Stage | undefined> {
  const disk = await mkdtemp(join(tmpdir(), 'toolpress-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]);
  } catch {
    await rm(disk, { recursive: true });
    return undefined;
  }
  return onFolder({
    env: { STORAGE_FOLDER: join(disk, 'files') },
    async strike() {
      const ballast = join(disk, randomUUID());
      await writeFile(ballast, Buffer.alloc(DISK_MIB * 1024 * 1024)).catch(() => undefined); // until it is full
      await sleep(OUTAGE_MS);
      await rm(ballast);
    },
    async close() {
      await run('umount', [disk]);
      await rm(disk, { recursive: true });
    },
  });
}

/** Faults of the file store and of the connection to it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOwnS3, type OwnS3, startTcpProxy, type TcpProxy } from '@toolpress/testkit';
import type { Fault, Stage } from './experiment.js';
import { type SmallDisk, smallDisk } from './small-disk.js';
import { onFolder, onS3 } from './stages.js';

const OUTAGE_MS = 3_000;
const FROZEN_MS = 5_000;
const DISK_MIB = 8;
/** Chromium's profile and caches fit in. */
const TEMPORARY_MIB = 64;

export const STORE_FAULTS: readonly Fault[] = [
  {
    name: 'the store stopped, back after 3 s',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 10_000,
    stage: storeAway,
  },
  {
    name: 'the store frozen for 5 s',
    isQuick: false,
    expected: ['unavailable'],
    normalWithinMs: 10_000,
    stage: () => onS3(async (store) => (isOwnS3(store) ? { strike: () => freeze(store) } : undefined)),
  },
  {
    name: 'the folder’s disk full for 3 s',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 5_000,
    stage: onSmallDisk,
  },
  {
    name: 'the worker’s temporary folder full for 3 s',
    isQuick: false,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    stage: onSmallTemporaryFolder,
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

async function freeze({ pid }: OwnS3): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await sleep(FROZEN_MS);
  process.kill(pid, 'SIGCONT');
}

/** Disconnects both apps from a store that the test must not stop: connections to it are refused. */
function storeAway(): Promise<Stage | undefined> {
  return onS3(async (store) => {
    const cable = isOwnS3(store) ? undefined : await startTcpProxy(new URL(store.endpoint).host);
    return {
      ...(cable && { env: { S3_ENDPOINT: `http://${cable.address}` } }),
      async strike() {
        await (isOwnS3(store) ? store.kill() : cable?.unplug());
        await sleep(OUTAGE_MS);
        await (isOwnS3(store) ? store.restart() : cable?.plugIn());
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
  const disk = await smallDisk(DISK_MIB);
  if (disk === undefined) return undefined;
  return onFolder({
    env: { STORAGE_FOLDER: join(disk.path, 'files') },
    strike: () => fullForAWhile(disk),
    close: () => disk.unmount(),
  });
}

/** The folder of the worker's and Chromium's temporary files. */
async function onSmallTemporaryFolder(): Promise<Stage | undefined> {
  const disk = await smallDisk(TEMPORARY_MIB);
  if (disk === undefined) return undefined;
  return onFolder({
    workers: 0,
    prepare: async (service) => void (await service.addWorker({ TMPDIR: disk.path })),
    strike: () => fullForAWhile(disk),
    close: () => disk.unmount(),
  });
}

async function fullForAWhile(disk: SmallDisk): Promise<void> {
  await disk.fill();
  await sleep(OUTAGE_MS);
  await disk.free();
}

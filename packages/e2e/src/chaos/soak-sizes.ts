/** What a long load measures, and how much of each may grow. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { descendantsOf, memoryBytes, openFiles, type TestService } from '@toolpress/testkit';

const MIB = 1024 * 1024;
/**
 * The sets of ended documents, whose records Redis keeps for some minutes, at most 5,000 of each. Their number follows the speed of the
 * machine in these minutes.
 */
const ENDED = ['render', 'render-slow', 'assembly'].map((queue) => `toolpress:${queue}:completed`);
/** A measured size and the most that it may grow: absolutely, and relative to its earlier value. */
interface Size {
  name: string;
  unit: string;
  grows: number;
  growsBy: number;
}

const SIZES = {
  gatewayObjects: { name: 'objects of the gateway', unit: 'MiB', grows: 6, growsBy: 0.1 },
  workerObjects: { name: 'objects of the worker', unit: 'MiB', grows: 6, growsBy: 0.1 },
  // With free parts of the heap, which Node.js keeps for further objects. They follow the load.
  gateway: { name: 'memory of the gateway', unit: 'MiB', grows: 96, growsBy: 0.5 },
  worker: { name: 'memory of the worker', unit: 'MiB', grows: 96, growsBy: 0.5 },
  chromium: { name: 'memory of Chromium', unit: 'MiB', grows: 80, growsBy: 0.25 },
  redis: { name: 'memory of Redis, used', unit: 'MiB', grows: 4, growsBy: 0.2 },
  descriptors: { name: 'open descriptors of gateway and worker', unit: '', grows: 12, growsBy: 0.1 },
  processes: { name: 'processes', unit: '', grows: 2, growsBy: 0.1 },
  // Those that expire, such as of deleted files, grow with the load of an hour.
  keys: { name: 'keys in Redis that do not expire', unit: '', grows: 50, growsBy: 0.1 },
  ended: { name: 'records of ended documents', unit: '', grows: 15_000, growsBy: 0 },
  clients: { name: 'connections to Redis', unit: '', grows: 4, growsBy: 0.1 },
  files: { name: 'files in the store', unit: '', grows: 200, growsBy: 0.1 },
  temporary: { name: 'files in the temporary folder', unit: '', grows: 20, growsBy: 0.2 },
} satisfies Record<string, Size>;
export type Name = keyof typeof SIZES;
export type Sample = Record<Name, number>;

/** The medians of the second quarter and of the last one. */
export interface Growth {
  name: string;
  unit: string;
  before: number;
  after: number;
  hasGrown: boolean;
}

/** Compares all sizes. The first quarter is for caches that fill. @param samples in the order of their times */
export const growthsOf = (samples: readonly Sample[]): Growth[] =>
  (Object.keys(SIZES) as Name[]).map((name) => growthOf(name, samples));

function growthOf(name: Name, samples: readonly Sample[]): Growth {
  const quarter = Math.floor(samples.length / 4);
  const medianOf = (some: readonly Sample[]): number => {
    const sorted = some.map((sample) => sample[name]).sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  const before = medianOf(samples.slice(quarter, 2 * quarter));
  const after = medianOf(samples.slice(-quarter));
  const { grows, growsBy, ...size } = SIZES[name];
  return { ...size, before, after, hasGrown: after - before > Math.max(grows, growsBy * before) };
}

/** Measures a service. @param temporary the folder for its temporary files */
export async function takeSample(service: TestService, temporary: string): Promise<Sample> {
  const { gateway, workers, redis, storageFolder } = service;
  const info = String(await redis.command('INFO'));
  const figure = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
  const browsers = workers.flatMap(({ pid }) => descendantsOf(pid)).map(({ pid }) => pid);
  const apps = [gateway.pid, ...workers.map(({ pid }) => pid)];
  const filesIn = async (folder: string): Promise<number> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((one) => one.isFile())
      .length;
  const objects = async (pids: readonly number[]): Promise<number> => {
    const texts = pids.map((pid) => readFile(join(temporary, String(pid)), 'utf8').catch(() => '0'));
    return (await Promise.all(texts)).reduce((sum, text) => sum + Number(text), 0) / MIB;
  };
  const counts = await Promise.all(ENDED.map((key) => redis.command('ZCARD', key)));
  const ended = counts.map(Number).reduce((sum, records) => sum + records);
  const [, keys, expiring] = /^db0:keys=(\d+),expires=(\d+)/m.exec(info) ?? [];
  return {
    gatewayObjects: await objects([gateway.pid]),
    workerObjects: await objects(workers.map(({ pid }) => pid)),
    gateway: memoryBytes([gateway.pid]) / MIB,
    worker: memoryBytes(workers.map(({ pid }) => pid)) / MIB,
    chromium: memoryBytes(browsers) / MIB,
    redis: figure('used_memory') / MIB,
    descriptors: openFiles(apps),
    processes: apps.length + browsers.length,
    keys: Number(keys) - Number(expiring) - ended,
    ended,
    clients: figure('connected_clients'),
    files: await filesIn(storageFolder),
    temporary: await filesIn(temporary),
  };
}

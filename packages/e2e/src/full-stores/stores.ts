/** Stores that can be full: a folder on a small disk, and S3. */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type S3Proxy, STORAGE_FULL, startS3Proxy, type TestS3, type TestService, testS3 } from '@toolpress/testkit';
import { Client } from 'minio';
import { smallDisk } from '../chaos/small-disk.js';

export interface FullableStore {
  /** The settings of both apps. */
  readonly env: Record<string, string>;
  /** What the log says of the full store. */
  readonly reason: RegExp;
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Returns the ids of the stored PDFs and archives. */
  files(service: TestService): Promise<string[]>;
  /** Must be called after the service has stopped. */
  close(): Promise<void>;
}

const DISK_MIB = 24;
const FILL_EVERY_MS = 100;
const FILE_ID = /([0-9a-z]{41})\.(?:pdf|zip)$/;
const idsIn = (names: readonly string[]): string[] => names.flatMap((name) => FILE_ID.exec(name)?.[1] ?? []);

/** Returns undefined where no disk can be mounted, which takes root. */
export async function folderOnSmallDisk(): Promise<FullableStore | undefined> {
  const disk = await smallDisk(DISK_MIB);
  if (disk === undefined) return undefined;
  let filling: NodeJS.Timeout | undefined;
  return {
    env: { STORAGE_FOLDER: join(disk.path, 'files') },
    reason: /ENOSPC: no space left on device/,
    async fill() {
      await disk.fill();
      filling = setInterval(() => void disk.fill(), FILL_EVERY_MS); // inputs that are deleted free some
    },
    async free() {
      clearInterval(filling);
      await disk.free();
    },
    files: async ({ storageFolder }) => idsIn(await readdir(storageFolder, { recursive: true })),
    async close() {
      clearInterval(filling);
      await disk.unmount();
    },
  };
}

export interface RefusingStore extends FullableStore {
  readonly s3: TestS3;
  readonly proxy: S3Proxy;
}

/** Returns undefined without an S3 store. */
export async function s3ThatRefuses(): Promise<RefusingStore | undefined> {
  const s3 = await testS3();
  if (s3 === undefined) return undefined;
  const proxy = await startS3Proxy(s3);
  const bucket = `toolpress-full-${randomBytes(6).toString('hex')}`;
  const { hostname: endPoint, port } = new URL(s3.endpoint);
  const { accessKey, secretKey } = s3;
  const client = new Client({ endPoint, port: Number(port), useSSL: false, accessKey, secretKey });
  return {
    s3,
    proxy,
    env: {
      STORAGE: 's3',
      S3_ENDPOINT: proxy.endpoint,
      S3_PUBLIC_ENDPOINT: s3.endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
    reason: /Refused by a test/,
    fill: async () => proxy.refuse(STORAGE_FULL),
    free: async () => proxy.accept(),
    async files() {
      const names: string[] = [];
      for await (const { name } of client.listObjectsV2(bucket, '', true)) names.push(name ?? '');
      return idsIn(names);
    },
    async close() {
      await proxy.stop();
      await s3.stop();
    },
  };
}

export const STORES: Readonly<Record<string, () => Promise<FullableStore | undefined>>> = {
  'a folder on a full disk': folderOnSmallDisk,
  'an S3 store that is full': s3ThatRefuses,
};

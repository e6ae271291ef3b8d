/** The rules of expiry and of links, over any driver. */
import { ServiceError } from '@toolpress/contract';
import { type Logger, withTimeout } from '@toolpress/runtime';
import { cleanFilename, dispositionOf } from './content-disposition.js';
import { expiryDay, fileExpiry, keptKey } from './file-id.js';
import type { ByteRange, Driver, FileStore, LinkParameters, OpenedFile, SignedLink } from './file-store.js';
import { FolderDriver } from './folder-driver.js';
import { GatewayLinks } from './gateway-links.js';
import type { FileStoreOptions } from './options.js';
import { OutageLog } from './unavailable.js';

/** Shorter than the time-outs of readiness probes. */
const CHECK_LIMIT_MS = 2_000;
/** The most that an S3 presigned URL may be valid for. */
const MAX_LINK_SECONDS = 7 * 24 * 3_600;

export class ExpiringStore implements FileStore {
  constructor(
    private readonly driver: Driver,
    private readonly links = new GatewayLinks({}),
    private readonly outages = new OutageLog(),
  ) {}

  prepare(): Promise<void> {
    return this.outages.watch('reads', () => this.driver.prepare());
  }

  check(): Promise<void> {
    return this.outages.watch('reads', () => withTimeout(this.driver.check(), CHECK_LIMIT_MS));
  }

  async put(id: string, bytes: Uint8Array, { filename }: { filename?: string | undefined } = {}): Promise<void> {
    const name = filename === undefined ? undefined : cleanFilename(filename);
    await this.outages.watch('writes', () => this.driver.write(id, bytes, name));
  }

  async putStream(
    id: string,
    pieces: AsyncIterable<Uint8Array>,
    { filename }: { filename?: string | undefined } = {},
  ): Promise<number> {
    const name = filename === undefined ? undefined : cleanFilename(filename);
    let failure: { error: unknown } | undefined;
    const watched = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* pieces;
      } catch (error) {
        failure = { error };
        throw new ServiceError('internal', 'The source of the file failed.'); // not the store's fault
      }
    };
    try {
      return await this.outages.watch('writes', () => this.driver.writeStream(id, watched(), name));
    } catch (error) {
      throw failure === undefined ? error : failure.error;
    }
  }

  async read(id: string): ReturnType<FileStore['read']> {
    assertNotExpired(id);
    const file = await this.outages.watch('reads', () => this.driver.read(id));
    if (!file) throw fileUnknown();
    return file;
  }

  async open(id: string, range?: ByteRange): Promise<OpenedFile> {
    assertNotExpired(id);
    const file = await this.outages.watch('reads', () => this.driver.open(id, range));
    if (!file) throw fileUnknown();
    const { filename } = file;
    return { ...file, contentDisposition: dispositionOf(id, filename) };
  }

  async remove(...ids: string[]): Promise<void> {
    if (ids.some((id) => !fileExpiry(id))) throw fileUnknown();
    await this.outages.watch(undefined, () => this.driver.remove(ids));
  }

  async sign(id: string, { ttlSeconds, filename }: Parameters<FileStore['sign']>[1]): Promise<SignedLink> {
    if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < 1) throw new RangeError('ttlSeconds is not a whole number');
    const from = Math.floor(Date.now() / 1_000);
    const fileEnds = Math.floor(assertNotExpired(id).getTime() / 1_000);
    const until = Math.min(from + Math.min(ttlSeconds, MAX_LINK_SECONDS), fileEnds);
    if (until <= from) throw fileExpired();
    const url = (await this.driver.link?.(id, { from, until }, filename)) ?? this.links.urlOf(id, until);
    return { url, expiresAt: new Date(until * 1_000) };
  }

  verifyLink(id: string, { expires, signature }: LinkParameters): void {
    if (!fileExpiry(id)) throw fileUnknown();
    if (expires === undefined || signature === undefined || !this.links.isOurs(id, expires, signature)) {
      throw new ServiceError('link_forged', 'This is not the link to the file; use it as it was issued.');
    }
    if (Date.now() >= Number(expires) * 1_000) throw new ServiceError('file_expired', 'The link has expired.');
  }

  sweep(now: Date): Promise<number> {
    return this.outages.watch(undefined, () => sweepExpired(this.driver, now));
  }

  keep(name: string, bytes: Uint8Array): Promise<void> {
    return this.outages.watch('writes', () => this.driver.keep(keptKey(name), bytes));
  }

  readKept(name: string): Promise<Buffer | undefined> {
    return this.outages.watch('reads', () => this.driver.readKept(keptKey(name)));
  }

  removeKept(name: string): Promise<void> {
    return this.outages.watch(undefined, () => this.driver.removeKept(keptKey(name)));
  }

  async close(): Promise<void> {
    this.driver.close();
  }
}

/** @returns when the file will expire. */
function assertNotExpired(id: string): Date {
  const expiry = fileExpiry(id);
  if (!expiry) throw fileUnknown();
  if (expiry.getTime() <= Date.now()) throw fileExpired();
  return expiry;
}

const fileUnknown = (): ServiceError => new ServiceError('file_unknown', 'There is no file of this id.');
const fileExpired = (): ServiceError => new ServiceError('file_expired', 'The file has expired and is deleted.');

/**
 * Creates the store that the options describe. Nothing is opened yet: `prepare` connects first. The client of S3, which
 * takes long to load, is loaded only where it is used.
 *
 * @param logger receives a line when the store fails, and when it works again.
 * @throws Error when an option can't be used, such as an endpoint with a path.
 */
export async function createFileStore(options: FileStoreOptions, logger?: Logger): Promise<FileStore> {
  const outages = new OutageLog(logger);
  const links = new GatewayLinks(options);
  if (options.driver === 'folder') return new ExpiringStore(new FolderDriver(options), links, outages);
  const { S3Driver } = await import('./s3/s3-driver.js');
  return new ExpiringStore(new S3Driver(options), links, outages);
}

/** The most that one S3 call deletes. */
const BATCH = 1_000;
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Deletes what has expired at `now`, day by day, in batches: a day of millions of files costs no more memory than one of ten. */
export async function sweepExpired(driver: Driver, now: Date): Promise<number> {
  const today = expiryDay(now);
  const due = (await driver.days()).filter((day) => IS_DAY.test(day) && day <= today);
  let deleted = 0;
  for (const day of due) {
    for await (const batch of expiredOf(driver, day, now)) deleted += await driver.remove(batch);
  }
  await driver.tidy(
    now,
    due.filter((day) => day < today),
  );
  return deleted;
}

async function* expiredOf(driver: Driver, day: string, now: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const id of driver.idsOf(day)) {
    const expiry = fileExpiry(id);
    // A file that is not ours, or not where it belongs, stays.
    if (!expiry || expiryDay(expiry) !== day || expiry > now) continue;
    batch.push(id);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

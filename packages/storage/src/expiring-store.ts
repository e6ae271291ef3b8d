/** The rules of expiry and of links, over any driver. */
import { ServiceError } from '@toolpress/contract';
import { withTimeout } from '@toolpress/runtime';
import { cleanFilename, contentDisposition } from './content-disposition.js';
import type { Driver } from './driver.js';
import { fileExpiry, newFileId } from './file-id.js';
import type { FileStore, LinkParameters, OpenedFile, SignedLink } from './file-store.js';
import { sweepExpired } from './sweep.js';
import { fromStore } from './unavailable.js';

/** A readiness probe has to be quicker than what asks it. */
const CHECK_LIMIT_MS = 2_000;
/** The most that an S3 presigned URL may be valid for. */
const LONGEST_LINK_SECONDS = 7 * 24 * 3_600;

export class ExpiringStore implements FileStore {
  constructor(private readonly driver: Driver) {}

  prepare(): Promise<void> {
    return fromStore(() => this.driver.prepare());
  }

  check(): Promise<void> {
    return fromStore(() => withTimeout(this.driver.check(), CHECK_LIMIT_MS));
  }

  async put(bytes: Uint8Array, { expiresAt, filename }: Parameters<FileStore['put']>[1]): Promise<string> {
    const id = newFileId(expiresAt);
    await fromStore(() => this.driver.write(id, bytes, filename === undefined ? undefined : cleanFilename(filename)));
    return id;
  }

  async read(id: string): ReturnType<FileStore['read']> {
    refuseExpired(id);
    const file = await fromStore(() => this.driver.read(id));
    if (!file) throw fileUnknown();
    return file;
  }

  async open(id: string): Promise<OpenedFile> {
    refuseExpired(id);
    const file = await fromStore(() => this.driver.open(id));
    if (!file) throw fileUnknown();
    const { filename } = file;
    return { ...file, contentDisposition: filename === undefined ? 'inline' : contentDisposition(filename) };
  }

  async remove(id: string): Promise<void> {
    if (!fileExpiry(id)) throw fileUnknown();
    await fromStore(() => this.driver.remove([id]));
  }

  async sign(id: string, { ttlSeconds, filename }: Parameters<FileStore['sign']>[1]): Promise<SignedLink> {
    if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < 1) throw new RangeError('ttlSeconds is not a whole number');
    const from = Math.floor(Date.now() / 1_000);
    const fileEnds = Math.floor(refuseExpired(id).getTime() / 1_000);
    const until = Math.min(from + Math.min(ttlSeconds, LONGEST_LINK_SECONDS), fileEnds);
    if (until <= from) throw fileExpired();
    return { url: await this.driver.link(id, { from, until }, filename), expiresAt: new Date(until * 1_000) };
  }

  verifyLink(id: string, { expires, signature }: LinkParameters): void {
    if (!fileExpiry(id)) throw fileUnknown();
    if (expires === undefined || signature === undefined || !this.driver.isOurs(id, expires, signature)) {
      throw new ServiceError('link_forged', 'This is not the link to the file; use it as it was issued.');
    }
    if (Date.now() >= Number(expires) * 1_000) throw new ServiceError('file_expired', 'The link has expired.');
  }

  sweep(now: Date): Promise<number> {
    return fromStore(() => sweepExpired(this.driver, now));
  }

  async close(): Promise<void> {
    this.driver.close();
  }
}

/** @returns when the file will expire. */
function refuseExpired(id: string): Date {
  const expiry = fileExpiry(id);
  if (!expiry) throw fileUnknown();
  if (expiry.getTime() <= Date.now()) throw fileExpired();
  return expiry;
}

const fileUnknown = (): ServiceError => new ServiceError('file_unknown', 'There is no file of this id.');
const fileExpired = (): ServiceError => new ServiceError('file_expired', 'The file has expired and is deleted.');

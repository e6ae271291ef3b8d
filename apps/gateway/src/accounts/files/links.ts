/**
 * `download_url`: behind the file's id stands a secret of the link's own. A signed link holds the id too, and so does an object
 * store's address of the file: whoever has only those can't make this link of them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import { derivedKey, type MasterKeys } from '../../shared/master-keys.js';

/** 192 bits in 32 letters of base64, with none to spare: each secret has one spelling. */
const SECRET_BYTES = 24;

export class DownloadLinks {
  private readonly key: Buffer;
  private readonly keys: readonly Buffer[];

  /** @param publicUrl the base of the links, without a slash at its end. */
  constructor(
    { current, previous }: MasterKeys,
    private readonly publicUrl: string,
  ) {
    this.key = linkKey(current);
    this.keys = [this.key, ...previous.map(linkKey)];
  }

  /** @returns the link to a file, good as long as the file is there and its master key is known. */
  urlOf(id: string): string {
    return `${this.publicUrl}/files/${id}${secretOf(this.key, id)}.pdf`;
  }

  /** @throws ServiceError `link_forged` unless the secret is the file's own, to the letter. */
  verify(id: string, secret: string): void {
    const given = Buffer.from(secret);
    const isOurs = this.keys.some((key) => {
      const ours = Buffer.from(secretOf(key, id));
      return given.length === ours.length && timingSafeEqual(given, ours);
    });
    if (!isOurs) throw new ServiceError('link_forged', 'This is not the link to the file; use it as it was issued.');
  }
}

const linkKey = (masterKey: Buffer): Buffer => derivedKey(masterKey, 'download links');

const secretOf = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(id).digest().subarray(0, SECRET_BYTES).toString('base64url');

/** The key that signs the store's links to files, which end after a while. @returns 32 bytes. */
export const fileLinkKey = (masterKey: Buffer): Buffer => derivedKey(masterKey, 'file links');

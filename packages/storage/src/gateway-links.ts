/** Signed links that the gateway serves itself: for folders, and for object stores that callers can't reach. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { withoutSlash } from '@toolpress/runtime';
import { fileKind } from './file-id.js';

export interface GatewayLinkOptions {
  /** Base of the links: the gateway's URL for callers. Needed for signing only. */
  publicUrl?: string | undefined;
  /** The key that signs links: 32 bytes, the same in every gateway. Needed for signing and verifying only. */
  linkKey?: KeyObject | undefined;
  /** Earlier keys, whose links stay valid until they end. */
  previousLinkKeys?: readonly KeyObject[] | undefined;
}

export class GatewayLinks {
  constructor(private readonly options: GatewayLinkOptions) {}

  /**
   * @param until the end of the link in whole seconds since 1970.
   * @throws Error when there is no URL or no key to sign with.
   */
  urlOf(id: string, until: number): string {
    const { publicUrl } = this.options;
    if (publicUrl === undefined) throw new Error('This file store was created without a publicUrl: it makes no links.');
    const expires = String(until);
    const signature = signatureOf(this.linkKey, id, expires);
    return `${withoutSlash(publicUrl)}/files/${id}.${fileKind(id)}?expires=${expires}&signature=${signature}`;
  }

  /** Returns whether one of the keys signed exactly this link. */
  isOurs(id: string, expires: string, signature: string): boolean {
    const keys = [this.linkKey, ...(this.options.previousLinkKeys ?? [])];
    return keys.some((key) => isSignature(signature, key, id, expires));
  }

  private get linkKey(): KeyObject {
    const { linkKey } = this.options;
    if (!linkKey) throw new Error('This file store was created without a linkKey: it signs and verifies no links.');
    return linkKey;
  }
}

/**
 * Signs a link: HMAC-SHA-256 over the id and the end of the link.
 *
 * @param expires end of the link, unix seconds, as in the link.
 */
export function signatureOf(key: KeyObject, id: string, expires: string): string {
  return createHmac('sha256', key).update(`${id}\n${expires}`).digest('base64url');
}

/** Compares texts, not decoded bytes: base64 has several spellings of the same bytes, and only ours is accepted. */
function isSignature(given: string, key: KeyObject, id: string, expires: string): boolean {
  const expected = Buffer.from(signatureOf(key, id, expires));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

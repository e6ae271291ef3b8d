/** The operator's session in a browser: a signed cookie; nothing is stored on the server. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseUrl } from '@toolpress/contract';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request } from 'express';
import { derivedKey } from '../../shared/master-keys.js';

/** A working day. */
const LIFE_SECONDS = 8 * 3_600;
const COOKIE = 'toolpress_ops';

export interface OpsSessionsOptions {
  masterKey: Buffer;
  adminToken: string;
  publicUrl: string;
}

export class OpsSessions {
  readonly cookie = COOKIE;
  /** No script sees the cookie, no other site's request carries it, and it is sent to the operator's pages only. */
  readonly endedCookieOptions: CookieOptions;
  readonly cookieOptions: CookieOptions;
  private readonly key: Buffer;

  /** The key depends on both secrets: changing either ends all sessions. */
  constructor({ masterKey, adminToken, publicUrl }: OpsSessionsOptions) {
    const token = createHash('sha256').update(adminToken).digest('hex');
    this.key = derivedKey(masterKey, `operator session ${token}`);
    const secure = publicUrl.startsWith('https:');
    this.endedCookieOptions = { path: '/ops', httpOnly: true, sameSite: 'strict', secure };
    this.cookieOptions = { ...this.endedCookieOptions, maxAge: LIFE_SECONDS * 1_000 };
  }

  /** @returns the value of the cookie: when the session ends, and a signature. */
  begin(now = Date.now()): string {
    const end = String(Math.floor(now / 1_000) + LIFE_SECONDS);
    return `${end}.${this.signature(end).toString('base64url')}`;
  }

  /** Whether a request has a valid session. */
  has(request: Request, now = Date.now()): boolean {
    return this.isValid(parseCookie(request.get('cookie') ?? '')[COOKIE], now);
  }

  isValid(value: string | undefined, now = Date.now()): boolean {
    const [, end, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
    if (end === undefined || signature === undefined) return false;
    return timingSafeEqual(Buffer.from(signature, 'base64url'), this.signature(end)) && Number(end) * 1_000 > now;
  }

  private signature(end: string): Buffer {
    return createHmac('sha256', this.key).update(end).digest();
  }
}

/**
 * Whether a form was sent by a page of this service. Browsers say so in `Sec-Fetch-Site`, over plain HTTP only in `Origin`;
 * a request with neither is no browser's form.
 *
 * @param publicUrl the service's address for callers: behind a proxy, `Host` may differ.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = parseUrl(request.get('origin') ?? '')?.host;
  return origin !== undefined && (origin === request.get('host') || origin === parseUrl(publicUrl)?.host);
}

/** The operator's session in a browser: a signed cookie without state on the server. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@toolpress/runtime';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request } from 'express';

/** The lifetime of a session. */
const LIFE_SECONDS = 8 * 3_600;
const COOKIE = 'toolpress_ops';

export interface OpsSessionsOptions {
  masterKey: Buffer;
  adminToken: string;
  publicUrl: string;
}

export class OpsSessions {
  readonly cookie = COOKIE;
  /** Hides the cookie from scripts and from requests of other sites, and limits it to the operator's pages. */
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

  /** Returns the value of the cookie: the end of the session and a signature. */
  begin(now = Date.now()): string {
    const end = String(Math.floor(now / 1_000) + LIFE_SECONDS);
    return `${end}.${this.signature(end).toString('base64url')}`;
  }

  /** Returns whether a request has a valid session. */
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

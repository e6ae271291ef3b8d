/** The operator's session in a browser: a signed cookie, nothing is kept on the server. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieOptions, Request } from 'express';
import { derivedKey } from '../shared/master-keys.js';

/** A working day. */
const LIFE_SECONDS = 8 * 3_600;
const COOKIE = 'toolpress_ops';
/** The cookie goes to the operator's pages only. */
const COOKIE_PATH = '/ops';

export interface OpsSessionsOptions {
  masterKey: Buffer;
  adminToken: string;
  publicUrl: string;
}

export class OpsSessions {
  readonly cookie = COOKIE;
  private readonly key: Buffer;
  private readonly isHttps: boolean;

  /** The key comes from both secrets: changing either of them ends all sessions. */
  constructor({ masterKey, adminToken, publicUrl }: OpsSessionsOptions) {
    const token = createHash('sha256').update(adminToken).digest('hex');
    this.key = derivedKey(masterKey, `operator session ${token}`);
    this.isHttps = publicUrl.startsWith('https:');
  }

  /** @returns the value of the cookie: when it ends, and our signature. */
  begin(now = Date.now()): string {
    const end = String(Math.floor(now / 1_000) + LIFE_SECONDS);
    return `${end}.${this.signature(end).toString('base64url')}`;
  }

  /** Whether a request comes with a session of ours that has not ended. */
  has(request: Request, now = Date.now()): boolean {
    return this.isValid(cookieOf(request, COOKIE), now);
  }

  isValid(value: string | undefined, now = Date.now()): boolean {
    const [, end, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
    if (end === undefined || signature === undefined) return false;
    return timingSafeEqual(Buffer.from(signature, 'base64url'), this.signature(end)) && Number(end) * 1_000 > now;
  }

  /** What the browser is told of the cookie: no script sees it, no other site's request carries it. */
  get cookieOptions(): CookieOptions {
    return {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: this.isHttps,
      maxAge: LIFE_SECONDS * 1_000,
    };
  }

  /** The same for taking it back. */
  get endedCookieOptions(): CookieOptions {
    return { path: COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure: this.isHttps };
  }

  private signature(end: string): Buffer {
    return createHmac('sha256', this.key).update(end).digest();
  }
}

function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

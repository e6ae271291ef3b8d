/** The session of a person at `/studio`: the API token in an encrypted cookie, without state on the server. */
import { type MasterKeys, SecretBox } from '@toolpress/runtime';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request } from 'express';

/** The lifetime of a session. */
const LIFE_MS = 12 * 3_600_000;
const COOKIE = 'toolpress_studio';
/** The account whose templates a page shows. A sign-in in another tab replaces the cookie of all tabs. */
const ACCOUNT = 'Toolpress-Account';
/** The location of the secret, see `SecretBox`. */
const CONTEXT = 'session';

interface Content {
  token: string;
  accountId: string;
  /** The end of the session, epoch milliseconds. */
  until: number;
}

export class StudioSessions {
  readonly cookie = COOKIE;
  /** Hides the cookie from scripts and from requests of other sites, and limits it to the studio. It ends with the browser. */
  readonly cookieOptions: CookieOptions;
  private readonly box: SecretBox;

  constructor(masterKeys: MasterKeys, publicUrl: string) {
    this.box = new SecretBox(masterKeys, 'studio');
    const secure = publicUrl.startsWith('https:');
    this.cookieOptions = { path: '/studio', httpOnly: true, sameSite: 'strict', secure };
  }

  /** Returns the value of the cookie. */
  begin(token: string, accountId: string, now = Date.now()): string {
    const content: Content = { token, accountId, until: now + LIFE_MS };
    return this.box.seal(Buffer.from(JSON.stringify(content)), CONTEXT);
  }

  /** Returns the API token of a request's session; undefined without a valid one for its page. Whether the token still exists is checked with each call. */
  tokenOf(request: Pick<Request, 'get'>, now = Date.now()): string | undefined {
    const sealed = parseCookie(request.get('cookie') ?? '')[COOKIE];
    if (sealed === undefined) return undefined;
    try {
      const { token, accountId, until } = JSON.parse(this.box.open(sealed, CONTEXT).toString()) as Content;
      const isOfPage = (request.get(ACCOUNT) ?? accountId) === accountId;
      return isOfPage && until > now ? token : undefined;
    } catch {
      return undefined; // forged, or its master key is no longer configured
    }
  }
}

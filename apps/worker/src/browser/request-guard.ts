/**
 * The last gate in the browser: nothing is loaded, and what a document tried to load is known afterwards. The document
 * is checked before it gets here, so a hit means that something slipped through: it is refused, never silently missing.
 */
import type { CDPSession } from 'puppeteer';

/** More than this is not worth telling anybody. */
const MAX_RECORDED = 5;

export class RequestGuard {
  private blocked: string[] = [];

  private constructor(private readonly session: CDPSession) {}

  static async install(session: CDPSession): Promise<RequestGuard> {
    const guard = new RequestGuard(session);
    session.on('Fetch.requestPaused', ({ requestId, request }) => guard.block(requestId, request.url));
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    return guard;
  }

  /** @returns the URLs that the document wanted since the last call. */
  takeBlocked(): string[] {
    const urls = this.blocked;
    this.blocked = [];
    return urls;
  }

  private block(requestId: string, url: string): void {
    if (this.blocked.length < MAX_RECORDED) this.blocked.push(url);
    // The page may be gone by the time; then there is nothing left to block.
    this.session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => undefined);
  }
}

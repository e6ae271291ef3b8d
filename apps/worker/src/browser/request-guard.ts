/**
 * The last gate in the browser: nothing is loaded, and what a document tried to load is known afterwards. The document
 * is checked before it gets here, so a hit means that something slipped through: it is refused, never silently missing.
 */
import type { CDPSession, Protocol } from 'puppeteer';

/** More than this is not worth telling anybody. */
const MAX_RECORDED = 5;

export class RequestGuard {
  private blocked: string[] = [];

  private constructor(
    private readonly session: CDPSession,
    private readonly mainFrameId: string,
  ) {}

  static async install(session: CDPSession, mainFrameId: string): Promise<RequestGuard> {
    const guard = new RequestGuard(session, mainFrameId);
    session.on('Fetch.requestPaused', (event) => guard.block(event));
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    return guard;
  }

  /** @returns the URLs that the document wanted since the last call. */
  takeBlocked(): string[] {
    const urls = this.blocked;
    this.blocked = [];
    return urls;
  }

  private block({ requestId, request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent): void {
    // Leading the reader elsewhere takes nothing from the document: it is printed where it is.
    const leadsElsewhere = resourceType === 'Document' && frameId === this.mainFrameId;
    if (!leadsElsewhere && this.blocked.length < MAX_RECORDED) this.blocked.push(request.url);
    const errorReason = leadsElsewhere ? 'Aborted' : 'BlockedByClient'; // an aborted navigation leaves no error page
    // The page may be gone by the time; then there is nothing left to block.
    this.session.send('Fetch.failRequest', { requestId, errorReason }).catch(() => undefined);
  }
}

/**
 * The last gate in the browser: nothing is loaded but the images that were fetched for the document and its account's own fonts, and what else a
 * document tried to load is known afterwards. The document is checked before it gets here, so a hit means that something
 * slipped through: that is an error, never silently missing content.
 */
import type { CDPSession, Protocol } from 'puppeteer';
import type { LoadableFonts, LoadedFont } from '../fonts/own-fonts.js';
import type { FetchedImage } from '../images/image-bytes.js';
import { canonicalUrl, type FetchedImages, NO_IMAGES } from '../images/image-source.js';

/** More than these are not reported. */
const MAX_RECORDED = 5;

/** Of these, something shows when the header is right. */
const SIMPLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif']);

const NO_ADDRESSES: ReadonlySet<string> = new Set();

export class RequestGuard {
  private images: FetchedImages = NO_IMAGES;
  private blocked: string[] = [];
  private handed = new Set<string>();
  private deadAddresses: ReadonlySet<string> = NO_ADDRESSES;
  private asked = new Set<string>();
  private fonts: LoadableFonts | undefined;
  private fontFault: { error: unknown } | undefined;
  private last: { url: string; seen: () => void } | undefined;

  private constructor(
    private readonly session: CDPSession,
    private readonly mainFrameId: string,
  ) {}

  static async install(session: CDPSession, mainFrameId: string): Promise<RequestGuard> {
    const guard = new RequestGuard(session, mainFrameId);
    session.on('Fetch.requestPaused', (event) => guard.decide(event));
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    return guard;
  }

  /**
   * Begins a document: allows these images and forgets what was blocked before.
   *
   * @param deadAddresses what the document may ask for in vain.
   */
  admit(images: FetchedImages, deadAddresses = NO_ADDRESSES, fonts?: LoadableFonts): void {
    this.images = images;
    this.fonts = fonts;
    this.fontFault = undefined;
    this.deadAddresses = deadAddresses;
    this.blocked = [];
    this.handed.clear();
    this.asked = new Set();
  }

  /** Ends a document. @returns the URLs that were blocked, and the dead addresses that it asked for. */
  dismiss(): { blocked: string[]; asked: Set<string> } {
    this.images = NO_IMAGES;
    this.fonts = undefined;
    this.deadAddresses = NO_ADDRESSES;
    return { blocked: this.blocked, asked: this.asked };
  }

  /** @returns the images that were handed over since the last call, but for those whose header tells enough. */
  takeHanded(): string[] {
    const handed = [...this.handed];
    this.handed.clear();
    return handed;
  }

  /** @throws what went wrong with the file of a font that the document asked for. */
  checkFonts(): void {
    if (this.fontFault !== undefined) throw this.fontFault.error;
  }

  /** Resolves when this URL is asked for: what was asked for before it is known by then. It is loaded by nobody. */
  waitFor(url: string): Promise<void> {
    return new Promise((resolve) => {
      this.last = { url, seen: resolve };
    });
  }

  private decide({ requestId, request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent): void {
    // That of an `object` is of the type `Other`.
    const mayBeImage = resourceType === 'Image' || (resourceType === 'Other' && frameId === this.mainFrameId);
    const image = mayBeImage ? this.images.get(canonicalUrl(request.url) ?? '') : undefined;
    if (image !== undefined) {
      if (!SIMPLE.has(image.type)) this.handed.add(request.url);
      this.hand(requestId, image);
      return;
    }
    const font = resourceType === 'Font' ? this.fonts?.read(request.url) : undefined;
    if (font !== undefined) {
      void this.handFont(requestId, font);
      return;
    }
    // Leading the reader elsewhere takes nothing from the document: it is printed where it is.
    const leadsElsewhere = resourceType === 'Document' && frameId === this.mainFrameId;
    // `url(#name)` where an image belongs: the document itself, which is none.
    const isItself = request.url.startsWith('about:blank');
    if (request.url === this.last?.url) this.last.seen();
    else if (this.deadAddresses.has(request.url)) this.asked.add(request.url);
    else if (!leadsElsewhere && !isItself && this.blocked.length < MAX_RECORDED) this.blocked.push(request.url);
    const errorReason = leadsElsewhere ? 'Aborted' : 'BlockedByClient'; // an aborted navigation leaves no error page
    this.refuse(requestId, errorReason);
  }

  private refuse(requestId: string, errorReason: Protocol.Network.ErrorReason): void {
    // The page may be gone by the time; then there is nothing left to block.
    this.session.send('Fetch.failRequest', { requestId, errorReason }).catch(() => undefined);
  }

  private async handFont(requestId: string, font: Promise<LoadedFont>): Promise<void> {
    try {
      this.hand(requestId, await font);
    } catch (error) {
      this.fontFault = { error };
      this.refuse(requestId, 'Failed');
    }
  }

  private hand(requestId: string, { type, bytes }: FetchedImage | LoadedFont): void {
    const responseHeaders = [
      { name: 'content-type', value: type },
      { name: 'cache-control', value: 'no-store' },
      { name: 'access-control-allow-origin', value: '*' }, // for `crossorigin`, and for fonts
    ];
    const answer = { requestId, responseCode: 200, responseHeaders, body: bytes.toString('base64') };
    this.session.send('Fetch.fulfillRequest', answer).catch(() => undefined);
  }
}

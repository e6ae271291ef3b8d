/**
 * Answers the requests of a page: with the images that were fetched for the document and with its account's fonts. Other requests are
 * refused and recorded. The document was checked before, so such a request is an error, never silently missing content.
 */
import type { Protocol } from 'puppeteer';
import type { FetchedImage } from '../resources/image-bytes.js';
import { canonicalUrl, type FetchedImages, NO_IMAGES } from '../resources/image-source.js';
import { mayBeBroken } from '../resources/inline-images.js';
import { isFontAddress, type LoadableFonts, type LoadedFont } from '../resources/own-fonts.js';
import type { PageSession } from './devtools.js';

/** The largest number of blocked URLs that are recorded. */
const MAX_RECORDED = 5;

const NO_ADDRESSES: ReadonlyMap<string, string> = new Map();

export class RequestGuard {
  /** The number of requests so far. */
  requests = 0;
  private images: FetchedImages = NO_IMAGES;
  private blocked: string[] = [];
  private handed = new Set<string>();
  private hasHanded = false;
  private deadAddresses = NO_ADDRESSES;
  private asked = new Set<string>();
  private fonts: Pick<LoadableFonts, 'read'> | undefined;
  private fontFault: { error: unknown } | undefined;
  private last: { url: string; seen: () => void } | undefined;

  private constructor(
    private readonly session: PageSession,
    private readonly mainFrameId: string,
  ) {}

  static async install(session: PageSession, mainFrameId: string): Promise<RequestGuard> {
    const guard = new RequestGuard(session, mainFrameId);
    session.on('Fetch.requestPaused', (event) => guard.decide(event));
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    return guard;
  }

  /**
   * Starts a document: allows its images and clears the record of blocked requests.
   *
   * @param deadAddresses addresses that the document may request without an answer, and how they are reported.
   */
  admit(images: FetchedImages, deadAddresses = NO_ADDRESSES, fonts?: Pick<LoadableFonts, 'read'>): void {
    this.images = images;
    this.fonts = fonts;
    this.fontFault = undefined;
    this.deadAddresses = deadAddresses;
    this.blocked = [];
    this.handed.clear();
    this.hasHanded = false;
    this.asked = new Set();
  }

  /** Ends a document. @returns the URLs that were blocked, the dead addresses that were requested, and whether it has got images. */
  dismiss(): { blocked: string[]; asked: Set<string>; hasHanded: boolean } {
    this.images = NO_IMAGES;
    this.fonts = undefined;
    this.deadAddresses = NO_ADDRESSES;
    return { blocked: this.blocked, asked: this.asked, hasHanded: this.hasHanded };
  }

  /** Returns the images that were sent to the page since the last call, except those that always show. */
  takeHanded(): string[] {
    const handed = [...this.handed];
    this.handed.clear();
    return handed;
  }

  /** @throws the error of a font file that the document requested. */
  checkFonts(): void {
    if (this.fontFault !== undefined) throw this.fontFault.error;
  }

  /** Resolves when this URL is requested. Earlier requests are recorded by then. The request is refused. */
  waitFor(url: string): Promise<void> {
    return this.session.wait((resolve) => {
      this.last = { url, seen: resolve };
    });
  }

  private decide({ requestId, request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent): void {
    this.requests += 1;
    // The image of an `object` has the type `Other`.
    const mayBeImage = resourceType === 'Image' || (resourceType === 'Other' && frameId === this.mainFrameId);
    const image = mayBeImage ? this.images.get(canonicalUrl(request.url) ?? '') : undefined;
    if (image !== undefined) {
      if (mayBeBroken(image)) this.handed.add(request.url);
      // The page would show it again without a request. Addresses of fonts are secrets of one document.
      this.hasHanded = true;
      this.hand(requestId, image);
      return;
    }
    const font = resourceType === 'Font' ? this.fonts?.read(request.url) : undefined;
    if (font !== undefined) {
      void this.handFont(requestId, font);
      return;
    }
    if (resourceType === 'Font' && isFontAddress(request.url)) {
      this.refuse(requestId, 'Aborted'); // the last document's, which has been replaced
      return;
    }
    // A navigation does not affect the document, which is printed where it is.
    const leadsElsewhere = resourceType === 'Document' && frameId === this.mainFrameId;
    // `url(#name)` as an image: the URL of the document itself, which is not an image.
    const isItself = request.url.startsWith('about:blank');
    const dead = this.deadAddresses.get(request.url);
    if (request.url === this.last?.url) this.last.seen();
    else if (dead !== undefined) this.asked.add(dead);
    else if (!leadsElsewhere && !isItself && this.blocked.length < MAX_RECORDED) this.blocked.push(request.url);
    const errorReason = leadsElsewhere ? 'Aborted' : 'BlockedByClient'; // an aborted navigation leaves no error page
    this.refuse(requestId, errorReason);
  }

  private refuse(requestId: string, errorReason: Protocol.Network.ErrorReason): void {
    // The page may be closed by then.
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

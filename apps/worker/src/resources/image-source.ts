/** Gets the images of a document from the files of its request, or over HTTPS through `outbound`. */
import { parseUrl, ServiceError } from '@toolpress/contract';
import { type DocumentImage, type FontFallback, fontsOfDrawing, mergeFontFallback } from '@toolpress/document';
import type { Outbound, OutboundLimits, RefusedTarget } from '@toolpress/outbound';
import type { RenderContext } from '@toolpress/queue';
import { type SlowAccounts, whileSlow } from '../scheduling/slow-accounts.js';
import { type FetchedImage, imageOf, NOTHING, sentImage } from './image-bytes.js';

/** Images by URL, see `canonicalUrl`. */
export type FetchedImages = ReadonlyMap<string, FetchedImage>;

export const NO_IMAGES: FetchedImages = new Map();

/**
 * Returns a URL as the browser requests it.
 *
 * @returns undefined for an invalid URL.
 */
export function canonicalUrl(url: string): string | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  parsed.hash = ''; // never sent
  return parsed.href;
}

const MEBIBYTE = 1024 * 1024;
/** Limits of a document's images. */
export const IMAGE_LIMITS = {
  count: 100,
  bytes: 10 * MEBIBYTE,
  bytesTogether: 50 * MEBIBYTE,
  timeoutMs: 10_000,
  redirects: 5,
};
const AT_A_TIME = 8;

/** An image that can't be printed. */
export interface MissingImage {
  readonly image: DocumentImage;
  readonly reason: string;
}

/** The images of a document. */
export interface ImagesOfDocument {
  /** All images. A missing image is `NOTHING`. */
  readonly images: FetchedImages;
  /** The missing images, in the order of the document. */
  readonly missing: readonly MissingImage[];
}

export const NOTHING_FETCHED: ImagesOfDocument = { images: NO_IMAGES, missing: [] };

type RefusalListener = (refusal: RefusedTarget) => void;

export interface ImageSource {
  /**
   * Fetches each URL once, for this document only. When an image is unavailable, the others are fetched all the same, so that one answer
   * names all that are missing.
   *
   * @param limitMs the remaining time of the job, in milliseconds.
   * @param onRefused called with each address that is refused, for the log of the job.
   * @param signal stops the fetching, which rejects then.
   * @throws ServiceError `image_unavailable` for too many images; `deadline_exceeded`; `unavailable` when this machine can't open
   *   connections.
   */
  fetchAll(
    wanted: readonly DocumentImage[],
    limitMs: number,
    onRefused?: RefusalListener,
    signal?: AbortSignal,
  ): Promise<ImagesOfDocument>;
}

export function imageSource(outbound: Outbound): ImageSource {
  return {
    async fetchAll(wanted, limitMs, onRefused, signal) {
      if (wanted.length === 0) return NOTHING_FETCHED;
      const fetching = new Fetching(outbound, Date.now() + limitMs, onRefused);
      signal?.addEventListener('abort', () => fetching.stop(signal.reason), { once: true });
      return fetching.run(byUrl(wanted));
    },
  };
}

/**
 * Fetches images.
 *
 * @param deadline of the job, in milliseconds since the epoch.
 * @throws errors of `whileSlow` and `fetchAll`.
 */
export function fetchImages(
  { images, slowAccounts }: { images: ImageSource; slowAccounts?: SlowAccounts },
  wanted: readonly DocumentImage[],
  context: RenderContext,
  deadline: number,
): Promise<ImagesOfDocument> {
  const onRefused: RefusalListener = ({ address, rule }) =>
    context.log.info({ address, rule }, 'an image’s address was refused');
  return whileSlow(slowAccounts, context, (signal) =>
    images.fetchAll(wanted, deadline - Date.now(), onRefused, signal),
  );
}

/**
 * Returns the images that were fetched for a document.
 *
 * @param sent the images that are files of the request.
 * @returns the URLs that were not fetched yet instead.
 * @throws ServiceError `image_unavailable` for too many images.
 */
export function withFetched(
  wanted: readonly DocumentImage[],
  sent: ImagesOfDocument,
  { images, reasons }: { images: FetchedImages; reasons: ReadonlyMap<string, string> },
): ImagesOfDocument | { unknown: DocumentImage[] } {
  const remote = byUrl(wanted.filter(({ file }) => !file));
  const unknown = [...remote].flatMap(([url, image]) => (images.has(url) ? [] : [image]));
  if (unknown.length > 0) return { unknown };
  const all = new Map(sent.images);
  const missing = [...sent.missing];
  for (const [url, image] of remote) {
    const reason = reasons.get(url);
    const fetched = images.get(url);
    if (reason !== undefined) missing.push({ image, reason });
    if (fetched !== undefined) all.set(url, fetched);
  }
  return { images: all, missing };
}

/** Returns the images that are files of the request. */
export function sentImages(wanted: readonly DocumentImage[]): ImagesOfDocument {
  const images = new Map<string, FetchedImage>();
  const missing: MissingImage[] = [];
  for (const image of wanted) {
    if (!image.file || images.has(image.url)) continue;
    const bytes = sentImage(image.file);
    if (typeof bytes === 'string') missing.push({ image, reason: bytes });
    images.set(image.url, typeof bytes === 'string' ? NOTHING : bytes);
  }
  return { images, missing };
}

/** Returns the fallback fonts of a document and its drawings. */
export const withDrawings = (fonts: FontFallback | undefined, images: FetchedImages): FontFallback =>
  [...images.values()]
    .filter(({ type }) => type === 'image/svg+xml')
    .reduce((all, { bytes }) => mergeFontFallback(all, fontsOfDrawing(bytes.toString())), new Map(fonts));

/** Returns the images with `NOTHING` in place of those that the browser can't read. @param broken their URLs. */
export function withoutBroken(
  { images, missing }: ImagesOfDocument,
  wanted: readonly DocumentImage[],
  broken: ReadonlySet<string>,
): ImagesOfDocument {
  const left = new Map(images);
  const found = wanted.flatMap((image): MissingImage[] => {
    const url = canonicalUrl(image.url) ?? '';
    if (!broken.has(url) || left.get(url) === NOTHING) return [];
    left.set(url, NOTHING);
    const isDrawing = images.get(url)?.type === 'image/svg+xml';
    return [{ image, reason: isDrawing ? 'it is not well-formed XML, or too deep' : 'it is broken' }];
  });
  return { images: left, missing: [...missing, ...found] };
}

/** Returns the first place of each URL. */
function byUrl(wanted: readonly DocumentImage[]): Map<string, DocumentImage> {
  const urls = new Map<string, DocumentImage>();
  for (const image of wanted) {
    const url = canonicalUrl(image.url);
    if (url !== undefined && !urls.has(url)) urls.set(url, image);
    if (urls.size > IMAGE_LIMITS.count) {
      throw unavailable(image, `the document loads more than ${IMAGE_LIMITS.count} different images`);
    }
  }
  return urls;
}

/** The reason why an image can't be printed. */
class Missing extends Error {}

/** Fetches the images of one document. */
class Fetching {
  private readonly images = new Map<string, FetchedImage>();
  private readonly reasons = new Map<DocumentImage, string>();
  private readonly failed = new AbortController();
  private bytesTogether = 0;

  constructor(
    private readonly outbound: Outbound,
    private readonly deadline: number,
    private readonly onRefused?: RefusalListener,
  ) {}

  async run(wanted: Map<string, DocumentImage>): Promise<ImagesOfDocument> {
    const left = wanted.entries();
    const lanes = Array.from({ length: Math.min(AT_A_TIME, wanted.size) }, () => this.lane(left));
    await Promise.all(lanes).catch((error: unknown) => {
      // The known missing images help the caller more than the deadline.
      if (!(error instanceof ServiceError && error.code === 'deadline_exceeded' && this.reasons.size > 0)) throw error;
    });
    const missing = [...wanted.values()].flatMap((image) => {
      const reason = this.reasons.get(image);
      return reason === undefined ? [] : [{ image, reason }];
    });
    return { images: this.images, missing };
  }

  stop(reason: unknown): void {
    this.failed.abort(reason);
  }

  /** Fetches one image after another. An error that concerns all images stops the other lanes, too. */
  private async lane(left: Iterator<[string, DocumentImage]>): Promise<void> {
    try {
      for (let next = left.next(); !next.done; next = left.next()) {
        this.failed.signal.throwIfAborted();
        const [url, image] = next.value;
        this.images.set(url, await this.printable(url, image));
      }
    } catch (error) {
      this.failed.abort(error);
      throw error;
    }
  }

  private async printable(url: string, wanted: DocumentImage): Promise<FetchedImage> {
    try {
      const image = await this.fetch(url, wanted);
      this.bytesTogether += image.bytes.length;
      if (this.bytesTogether <= IMAGE_LIMITS.bytesTogether) return image;
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      this.reasons.set(wanted, error.message);
      return NOTHING;
    }
    const allowed = IMAGE_LIMITS.bytesTogether / MEBIBYTE;
    throw unavailable(wanted, `the images of the document are larger than ${allowed} MiB together`);
  }

  private async fetch(url: string, wanted: DocumentImage): Promise<FetchedImage> {
    const remainingMs = this.deadline - Date.now();
    if (remainingMs <= 0) throw outOfTime(wanted);
    const { status, body } = await this.request(url, Math.min(IMAGE_LIMITS.timeoutMs, remainingMs)).catch((error) => {
      if (this.deadline <= Date.now()) throw outOfTime(wanted);
      throw inOurWords(error);
    });
    if (status !== 200) throw new Missing(`the server answered with status ${status}`);
    const image = imageOf(body, 'what came');
    if (typeof image === 'string') throw new Missing(image);
    return image;
  }

  private request(url: string, timeoutMs: number) {
    const limits: OutboundLimits = {
      timeoutMs,
      maxRedirects: IMAGE_LIMITS.redirects,
      maxRequestBytes: 0,
      maxResponseBytes: IMAGE_LIMITS.bytes,
      httpsOnly: true,
      blockedHosts: [],
      allowedHosts: [],
    };
    return this.outbound.request(
      { method: 'GET', url, headers: { accept: ACCEPT } },
      limits,
      this.failed.signal,
      this.onRefused,
    );
  }
}

/** Formats that a PDF can hold unchanged. Servers with an image in several formats choose among these. */
const ACCEPT = 'image/png, image/jpeg, image/gif, image/svg+xml, image/*;q=0.5';

/** Turns an error of the target into a missing image. An error of this machine stays. */
function inOurWords(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code === 'unavailable') return error;
  const reason = error.message
    .replace(/^`url`/, 'its URL')
    .replace(/^The target/, 'the server')
    .replace(/\.$/, '');
  return new Missing(reason, { cause: error });
}

const outOfTime = (image: DocumentImage): ServiceError =>
  new ServiceError(
    'deadline_exceeded',
    `The document’s time was over before its image \`${nameOf(image)}\` (${image.place}) had come.`,
  );

const unavailable = (image: DocumentImage, reason: string): ServiceError =>
  new ServiceError('image_unavailable', messageOf({ image, reason }));

/** Returns a sentence that names the image, its place and the reason. */
export const messageOf = (missing: MissingImage): string =>
  `The image ${namedPlaceOf(missing)} can’t be printed: ${missing.reason}.`;

export const namedPlaceOf = ({ image }: MissingImage): string => `\`${nameOf(image)}\` (${image.place})`;

const MAX_NAME = 200;

function nameOf({ url, file }: DocumentImage): string {
  const name = file?.path ?? url;
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`;
}

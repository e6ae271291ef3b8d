/** Fetches the remote images of a document through `outbound`. */
import { parseUrl, ServiceError } from '@toolpress/contract';
import { imageHeader, MAX_IMAGE_PIXELS, type RemoteImage } from '@toolpress/document';
import type { Outbound, OutboundLimits, RefusedTarget } from '@toolpress/outbound';
import type { RenderContext } from '@toolpress/queue';
import { type SlowAccounts, whileSlow } from '../slow-accounts.js';

/** An image that came from outside, as the browser is handed it. */
export interface FetchedImage {
  type: string;
  bytes: Buffer;
}

/** By URL, in the spelling of `canonicalUrl`. */
export type FetchedImages = ReadonlyMap<string, FetchedImage>;

export const NO_IMAGES: FetchedImages = new Map();

/**
 * The spelling in which the browser asks for a URL.
 *
 * @returns undefined for what is no URL.
 */
export function canonicalUrl(url: string): string | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  parsed.hash = ''; // never sent
  return parsed.href;
}

const MEBIBYTE = 1024 * 1024;
/** What a document may load. */
export const IMAGE_LIMITS = {
  count: 100,
  bytes: 10 * MEBIBYTE,
  bytesTogether: 50 * MEBIBYTE,
  timeoutMs: 10_000,
  redirects: 5,
};
const AT_A_TIME = 8;

type RefusalListener = (refusal: RefusedTarget) => void;

export interface ImageSource {
  /**
   * Fetches each URL once, for this document only.
   *
   * @param limitMs what is left of the job's time.
   * @param onRefused called with each address that is refused, for the log of the job.
   * @param signal ends it; it rejects then, with whatever it was at.
   * @throws ServiceError `image_unavailable` naming the URL, its place and the reason; `deadline_exceeded`;
   *   `unavailable` when this machine can't open connections.
   */
  fetchAll(
    wanted: readonly RemoteImage[],
    limitMs: number,
    onRefused?: RefusalListener,
    signal?: AbortSignal,
  ): Promise<FetchedImages>;
}

export function imageSource(outbound: Outbound): ImageSource {
  return {
    async fetchAll(wanted, limitMs, onRefused, signal) {
      if (wanted.length === 0) return NO_IMAGES;
      const fetching = new Fetching(outbound, Date.now() + limitMs, onRefused);
      signal?.addEventListener('abort', () => fetching.stop(signal.reason), { once: true });
      return fetching.run(byUrl(wanted));
    },
  };
}

/** Fetches the images of a job's document. @param deadline of the job, milliseconds since the epoch. @throws as `whileSlow` and `fetchAll` do. */
export async function fetchImages(
  { images, slowAccounts }: { images: ImageSource; slowAccounts?: SlowAccounts },
  wanted: readonly RemoteImage[],
  context: RenderContext,
  deadline: number,
): Promise<FetchedImages> {
  if (wanted.length === 0) return NO_IMAGES;
  const onRefused: RefusalListener = ({ address, rule }) =>
    context.log.info({ address, rule }, 'an image’s address was refused');
  return whileSlow(slowAccounts, context, (signal) =>
    images.fetchAll(wanted, deadline - Date.now(), onRefused, signal),
  );
}

/** The first place of each URL. */
function byUrl(wanted: readonly RemoteImage[]): Map<string, RemoteImage> {
  const urls = new Map<string, RemoteImage>();
  for (const image of wanted) {
    const url = canonicalUrl(image.url);
    if (url === undefined) throw unavailable(image, 'it is no valid URL');
    if (!urls.has(url)) urls.set(url, image);
    if (urls.size > IMAGE_LIMITS.count) {
      throw unavailable(image, `the document loads more than ${IMAGE_LIMITS.count} different images`);
    }
  }
  return urls;
}

/** Fetches the images of one document. */
class Fetching {
  private readonly images = new Map<string, FetchedImage>();
  private readonly failed = new AbortController();
  private bytesTogether = 0;

  constructor(
    private readonly outbound: Outbound,
    private readonly deadline: number,
    private readonly onRefused?: RefusalListener,
  ) {}

  async run(wanted: Map<string, RemoteImage>): Promise<FetchedImages> {
    const left = wanted.entries();
    const lanes = Array.from({ length: Math.min(AT_A_TIME, wanted.size) }, () => this.lane(left));
    await Promise.all(lanes);
    return this.images;
  }

  stop(reason: unknown): void {
    this.failed.abort(reason);
  }

  /** Takes one image after another, until none is left or one of any lane has failed: the others end then too. */
  private async lane(left: Iterator<[string, RemoteImage]>): Promise<void> {
    try {
      for (let next = left.next(); !next.done; next = left.next()) {
        this.failed.signal.throwIfAborted();
        const [url, image] = next.value;
        this.keep(url, image, await this.fetch(url, image));
      }
    } catch (error) {
      this.failed.abort(error);
      throw error;
    }
  }

  private keep(url: string, wanted: RemoteImage, image: FetchedImage): void {
    this.bytesTogether += image.bytes.length;
    if (this.bytesTogether > IMAGE_LIMITS.bytesTogether) {
      const allowed = IMAGE_LIMITS.bytesTogether / MEBIBYTE;
      throw unavailable(wanted, `the images of the document are larger than ${allowed} MiB together`);
    }
    this.images.set(url, image);
  }

  private async fetch(url: string, wanted: RemoteImage): Promise<FetchedImage> {
    const remainingMs = this.deadline - Date.now();
    if (remainingMs <= 0) throw outOfTime(wanted);
    const { status, body } = await this.request(url, Math.min(IMAGE_LIMITS.timeoutMs, remainingMs)).catch((error) => {
      if (this.deadline <= Date.now()) throw outOfTime(wanted);
      throw inOurWords(error, wanted);
    });
    if (status !== 200) throw unavailable(wanted, `the server answered with status ${status}`);
    const image = imageOf(body);
    if (typeof image === 'string') throw unavailable(wanted, image);
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
    const headers = { accept: 'image/png, image/jpeg, image/gif' };
    return this.outbound.request({ method: 'GET', url, headers }, limits, this.failed.signal, this.onRefused);
  }
}

/** What went wrong with the target is the document's fault here; what is wrong with this machine is not. */
function inOurWords(error: unknown, wanted: RemoteImage): unknown {
  if (!(error instanceof ServiceError) || error.code === 'unavailable' || error.code === 'image_unavailable')
    return error;
  const reason = error.message
    .replace(/^`url`/, 'its URL')
    .replace(/^The target/, 'the server')
    .replace(/\.$/, '');
  return unavailable(wanted, reason, error.cause);
}

const outOfTime = ({ url, place }: RemoteImage): ServiceError =>
  new ServiceError(
    'deadline_exceeded',
    `The document’s time was over before its image \`${shortened(url)}\` (${place}) had come.`,
  );

const unavailable = ({ url, place }: RemoteImage, reason: string, cause?: unknown): ServiceError =>
  new ServiceError('image_unavailable', `The image \`${shortened(url)}\` (${place}) can’t be printed: ${reason}.`, {
    cause,
  });

const shortened = (url: string): string => (url.length <= 200 ? url : `${url.slice(0, 200)}…`);

/**
 * Checks by its bytes that what came is an image; what the server calls it does not count.
 *
 * @returns the image, or why it is none.
 */
function imageOf(bytes: Buffer): FetchedImage | string {
  const header = imageHeader(bytes);
  if (header === undefined) return 'what came is no PNG, JPEG or GIF';
  const { type, width, height } = header;
  if (width * height > MAX_IMAGE_PIXELS) {
    return `it is ${width} by ${height} pixels large; at most ${MAX_IMAGE_PIXELS / 1e6} megapixels are printed`;
  }
  return { type, bytes };
}

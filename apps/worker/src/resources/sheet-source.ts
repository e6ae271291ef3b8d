/** Fetches style sheets of documents through `outbound`, and caches them by the rules of HTTP. */
import { ServiceError } from '@toolpress/contract';
import { type SheetContent, sheetText } from '@toolpress/document';
import type { Outbound, OutboundLimits, OutboundResponse } from '@toolpress/outbound';
import type { RenderContext } from '@toolpress/queue';
import CachePolicy from 'http-cache-semantics';
import { LRUCache } from 'lru-cache';
import { type SlowAccounts, whileSlow } from '../scheduling/slow-accounts.js';

const MEBIBYTE = 1024 * 1024;
/** Limits of a document's style sheets. */
export const SHEET_LIMITS = {
  count: 20,
  /** The size of one sheet. The largest in use are frameworks with all utilities: Tailwind 2 has 2.8 MiB. */
  bytes: 3 * MEBIBYTE,
  /** The size of all sheets. Checking a new sheet takes some hundred milliseconds per MiB. */
  together: 8 * MEBIBYTE,
  timeoutMs: 10_000,
  redirects: 5,
};
const CACHE_BYTES = 64 * MEBIBYTE;

interface Kept {
  readonly text: string;
  readonly policy: CachePolicy;
}

export class SheetSource {
  /** Sheets by URL, for all accounts. They are fetched without credentials, so every account gets the same. */
  private readonly kept = new LRUCache<string, Kept>({ maxSize: CACHE_BYTES, sizeCalculation: sizeOf });

  constructor(private readonly outbound: Pick<Outbound, 'request'>) {}

  /** Returns a sheet that may be used without a request to its server. */
  fresh(url: string): SheetContent | undefined {
    const kept = this.kept.get(url);
    return kept?.policy.satisfiesWithoutRevalidation(requestOf(url)) ? { text: kept.text } : undefined;
  }

  /**
   * Fetches a sheet.
   *
   * @param limits of the job.
   * @returns the text, or the reason why it can't be used.
   * @throws ServiceError `unavailable` when this machine can't open connections. The reason of the signal.
   */
  async fetch(url: string, { timeoutMs, signal, onRefused }: FetchLimits): Promise<SheetContent> {
    const kept = this.kept.get(url);
    const headers = { accept: 'text/css,*/*;q=0.1', ...revalidation(kept, url) };
    const limits: OutboundLimits = {
      timeoutMs: Math.min(timeoutMs, SHEET_LIMITS.timeoutMs),
      maxRedirects: SHEET_LIMITS.redirects,
      maxRequestBytes: 0,
      maxResponseBytes: SHEET_LIMITS.bytes,
      httpsOnly: true,
      blockedHosts: [],
      allowedHosts: [],
    };
    try {
      const response = await this.outbound.request({ method: 'GET', url, headers }, limits, signal, onRefused);
      return this.taken(url, response, kept);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      return { fault: `can’t be loaded: ${inOurWords(error.message)}` };
    }
  }

  private taken(url: string, { status, headers, body }: OutboundResponse, kept: Kept | undefined): SheetContent {
    const response = { status, headers };
    if (status === 304 && kept !== undefined) {
      const { policy } = kept.policy.revalidatedPolicy(requestOf(url), response);
      this.kept.set(url, { ...kept, policy });
      return { text: kept.text };
    }
    if (status !== 200) return { fault: `can’t be loaded: the server answered with status ${status}` };
    const [type = '', charset] = contentType(headers['content-type']);
    if (type !== '' && type !== 'text/css')
      return { fault: `can’t be loaded: what came is no CSS but \`${type.slice(0, 60)}\`` };
    const text = sheetText(body, charset);
    const policy = new CachePolicy(requestOf(url), response, { shared: true });
    if (policy.storable()) this.kept.set(url, { text, policy });
    return { text };
  }
}

const sizeOf = ({ text }: Kept, url: string): number => text.length + url.length + 1_000;

const requestOf = (url: string): CachePolicy.Request => ({ url, method: 'GET', headers: {} });

/** Asks for a sheet only if it is another one than ours. */
function revalidation(kept: Kept | undefined, url: string): Record<string, string> {
  if (kept === undefined) return {};
  const headers = kept.policy.revalidationHeaders(requestOf(url));
  const conditions = ['if-none-match', 'if-modified-since'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(conditions) as Record<string, string>;
}

function contentType(header: string | string[] | undefined): [type: string, charset: string | undefined] {
  const text = String(header ?? '');
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(text)?.[1];
  return [text.split(';', 1)[0]?.trim().toLowerCase() ?? '', charset];
}

const inOurWords = (message: string): string =>
  message
    .replace(/^`url`/, 'its URL')
    .replace(/^The target/, 'the server')
    .replace(/\.$/, '');

interface FetchLimits {
  timeoutMs: number;
  signal: AbortSignal;
  onRefused: NonNullable<Parameters<Outbound['request']>[3]>;
}

export interface SheetOptions {
  sheets: Pick<SheetSource, 'fresh' | 'fetch'>;
  /** Records documents with slow sheets. */
  slowAccounts?: SlowAccounts;
}

/** Fetches the sheets of one job. */
export class JobSheets {
  /** What was fetched, or is cached. */
  readonly known = new Map<string, SheetContent>();

  /** @param deadline of the job, in milliseconds since the epoch. */
  constructor(
    private readonly options: SheetOptions,
    private readonly context: RenderContext,
    private readonly deadline: number,
  ) {}

  /** Returns the sheets that are known without a request to their servers. */
  fresh(urls: readonly string[]): Map<string, SheetContent> {
    for (const url of urls) {
      const content = this.known.get(url) ?? this.options.sheets.fresh(url);
      if (content !== undefined) this.known.set(url, content);
    }
    return this.known;
  }

  /** Fetches sheets. @throws Postponed when it takes long and the job may be postponed. ServiceError `unavailable`, `deadline_exceeded`. */
  async fetch(urls: readonly string[]): Promise<void> {
    const { sheets, slowAccounts } = this.options;
    const allowed = urls.slice(0, Math.max(0, SHEET_LIMITS.count - this.known.size));
    for (const url of urls)
      this.known.set(url, { fault: `is one style sheet too many; ${SHEET_LIMITS.count} are fetched` });
    const onRefused: FetchLimits['onRefused'] = ({ address, rule }) =>
      this.context.log.info({ address, rule }, 'a style sheet’s address was refused');
    const timeoutMs = Math.max(1, this.deadline - Date.now());
    await whileSlow(slowAccounts, this.context, (signal) =>
      Promise.all(
        allowed.map(async (url) => {
          this.known.set(url, await sheets.fetch(url, { timeoutMs, signal, onRefused }));
        }),
      ),
    );
    if (Date.now() >= this.deadline) throw outOfTime();
  }
}

/** Returns the content of sheets for a document, as far as they are known. @returns a fault for those that are too large together. */
export function sheetsOf(known: ReadonlyMap<string, SheetContent>): (url: string) => SheetContent | undefined {
  const used = new Map<string, SheetContent>();
  let together = 0;
  return (url) => {
    const content = used.get(url) ?? known.get(url);
    if (content === undefined || used.has(url)) return content;
    if ('text' in content) together += content.text.length;
    const isTooMuch = 'text' in content && together > SHEET_LIMITS.together;
    used.set(url, isTooMuch ? { fault: TOO_LARGE_TOGETHER } : content);
    return used.get(url);
  };
}

const TOO_LARGE_TOGETHER = `is not loaded: the sheets of the document are larger than ${SHEET_LIMITS.together / MEBIBYTE} MiB together`;

const outOfTime = (): ServiceError =>
  new ServiceError('deadline_exceeded', 'The document’s time was over before its style sheets had come.');

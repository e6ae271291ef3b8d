/** Follows the pages of a list, and joins their items. */
import { createHash } from 'node:crypto';
import {
  DEFAULT_PAGES,
  type Json,
  type Pages,
  type Paginate,
  RawJson,
  ServiceError,
  type Stopped,
} from '@toolpress/contract';
import type { DecodedBody, OutboundResponse } from '@toolpress/outbound';
import type { PageAnswer, PageFields } from './page-answer.js';
import { firstPlace, nextPlace, type PagedRequest, type Place, requestAt } from './page-requests.js';
import { isSuccess } from './stored-answer.js';

/** What pages need of the tool. */
export interface PageSource {
  /** The largest size in bytes of all items together. */
  maxBytes: number;
  /** Sends the request of one page. @throws ServiceError. */
  send(request: PagedRequest): Promise<OutboundResponse>;
  decode(answer: OutboundResponse): Promise<DecodedBody>;
  /** @param most the largest number of items. */
  read(body: Json | RawJson, fields: PageFields, most: number): Promise<PageAnswer>;
  /** Called with the number of pages before one is requested, so that it can be paid. @throws ServiceError `quota_exceeded`. */
  cover(count: number): Promise<void>;
  /** Called with the size in bytes of all items so far. */
  hold(bytes: number): void;
}

export interface PagedAnswer {
  /** The last answer. */
  last: OutboundResponse;
  /** The items of all pages as a list. */
  items: RawJson;
  pages: Omit<Pages, 'next' | 'last_body'> & { next?: Json | RawJson; last_body?: Json | RawJson };
}

/** @throws ServiceError what the first page, or a later one before the deadline, throws: then nothing is returned that looks complete. */
export async function allPages(request: PagedRequest, paginate: Paginate, source: PageSource): Promise<PagedAnswer> {
  const run = new PageRun(request, paginate, source);
  for (;;) {
    const stopped = await run.next();
    if (stopped !== undefined) return stopped;
  }
}

const NO_CONTENT = 204;

class PageRun {
  private readonly maxPages: number;
  private readonly maxItems: number;
  private place: Place;
  private readonly seen = new Set<string>();
  private readonly parts: Buffer[] = [];
  private bytes = 0;
  private count = 0;
  private items = 0;
  private digest = '';
  /** The number of all items, as the last page has it, and how far the pages came in it. */
  private total: number | undefined;
  private reached = 0;
  private last: OutboundResponse | undefined;

  constructor(
    private readonly request: PagedRequest,
    private readonly paginate: Paginate,
    private readonly source: PageSource,
  ) {
    this.maxPages = paginate.max_pages ?? DEFAULT_PAGES.max_pages;
    this.maxItems = paginate.max_items ?? DEFAULT_PAGES.max_items;
    this.place = firstPlace(paginate, request);
    this.seen.add(request.url);
  }

  /** Requests one page. @returns the answer if it is the last. */
  async next(): Promise<PagedAnswer | undefined> {
    const { source } = this;
    if (this.count > 0) await source.cover(this.count + 1);
    const answer = await this.answer();
    if (answer === undefined) return this.stop('deadline', { next: this.place });
    this.last = answer;
    this.count += 1;
    const { body, bodyEncoding } = await source.decode(answer);
    const shown = bodyEncoding === undefined ? { body } : {};
    if (!isSuccess(answer.status)) return this.stop('status', shown);
    if (answer.status === NO_CONTENT) return this.stop('empty');
    const page = await source.read(body, this.paginate, this.maxItems - this.items);
    if (page.items === undefined) return this.stop('no_items', shown);
    return this.added(page, page.items, answer);
  }

  /** Returns undefined if the deadline passed after the first page. */
  private async answer(): Promise<OutboundResponse | undefined> {
    try {
      return await this.source.send(requestAt(this.request, this.paginate, this.place));
    } catch (error) {
      if (!(error instanceof ServiceError) || this.count === 0) throw error;
      if (error.code === 'deadline_exceeded') return undefined;
      throw this.ofPage(error, this.count + 1);
    }
  }

  /** Adds the items of a page. @returns the answer if it is the last. */
  private added(page: PageAnswer, items: string, answer: OutboundResponse): PagedAnswer | undefined {
    const piece = Buffer.from(items);
    const digest = createHash('sha256').update(piece).digest('base64');
    const after = this.after(page, answer);
    this.total = page.total;
    if (this.paginate.by === 'offset') this.reached = (this.place.number ?? 0) + page.count;
    else this.reached += page.count;
    if (page.count === 0) return this.followEmpty(page, after);
    if (digest === this.digest) return this.stop('repeated');
    if (this.bytes + piece.length > this.source.maxBytes) return this.stop('max_bytes', { next: this.place });
    this.digest = digest;
    this.parts.push(piece);
    this.bytes += piece.length;
    this.items += page.count;
    this.source.hold(this.bytes);
    if (page.isCut) return this.stop('max_items');
    return this.follow(page, after);
  }

  /** Decides whether another page is requested after an empty one. @param after its place. @returns the answer if there is none. */
  private followEmpty(page: PageAnswer, after: Place | undefined): PagedAnswer | undefined {
    const hasMore = moreAfter(page);
    if (this.paginate.by === 'page' && hasMore) return this.follow(page, after);
    // The size of the page is unknown, so the next offset is, too.
    if (this.isNumbered) return this.stop('empty', { next: hasMore ? after : undefined });
    if (after === undefined && hasMore) return this.stop('no_next');
    return this.stop('empty', { next: hasMore === false ? undefined : after });
  }

  /** Decides whether another page is requested. @param after its place. @returns the answer if there is none. */
  private follow(page: PageAnswer, after: Place | undefined): PagedAnswer | undefined {
    const hasMore = moreAfter(page);
    // Some servers limit the total, or send 0 or -1 for an unknown one. A next page that is named counts more.
    const isWhole = this.isNumbered && hasMore === undefined && this.reached === page.total;
    if (hasMore === false || isWhole) return this.stop('end');
    if (after === undefined) return this.stop(hasMore ? 'no_next' : 'end');
    if (this.items >= this.maxItems) return this.stop('max_items', { next: after });
    const key = after.url ?? after.cursor;
    if (key !== undefined && this.seen.has(key)) return this.stop('repeated');
    if (this.count >= this.maxPages) return this.stop('max_pages', { next: after });
    if (key !== undefined) this.seen.add(key);
    this.place = after;
    return undefined;
  }

  private after(page: PageAnswer, answer: OutboundResponse): Place | undefined {
    try {
      return nextPlace(this.paginate, this.place, page, answer);
    } catch (error) {
      throw error instanceof ServiceError ? this.ofPage(error, this.count) : error;
    }
  }

  /** A URL that the target named is not the caller's mistake. */
  private ofPage(error: ServiceError, page: number): ServiceError {
    const message = `Page ${page} of \`paginate\`: ${error.message}`;
    return error.code === 'invalid_parameter'
      ? new ServiceError('response_invalid', message)
      : error.withMessage(message);
  }

  private get isNumbered(): boolean {
    return this.paginate.by === 'page' || this.paginate.by === 'offset';
  }

  private stop(
    stopped: Stopped,
    { next, body }: { next?: Place | undefined; body?: Json | RawJson } = {},
  ): PagedAnswer {
    if (this.last === undefined) throw new Error('a list without an answer');
    const hasAll = this.total === undefined || this.reached >= this.total;
    const complete = next === undefined && hasAll && (stopped === 'end' || stopped === 'empty');
    const separators = this.parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(','), part]));
    return {
      last: this.last,
      items: new RawJson(Buffer.concat([Buffer.from('['), ...separators, Buffer.from(']')])),
      pages: {
        ...{ count: this.count, items: this.items, complete, stopped },
        ...(next !== undefined && { next: shownPlace(next) }),
        ...(body !== undefined && { last_body: body }),
      },
    };
  }
}

/** Returns whether a page says that others follow; undefined if it says nothing. */
const moreAfter = ({ more, last }: PageAnswer): boolean | undefined =>
  more === false || last === true ? false : more === true || last === false ? true : undefined;

const shownPlace = ({ url, cursor, number }: Place): Json | RawJson =>
  url ?? (cursor === undefined ? (number ?? null) : new RawJson(cursor));

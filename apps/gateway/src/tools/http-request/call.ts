/** One call of the HTTP request tool: sends its requests within the operator's limits, and returns the answer or the joined pages. */
import {
  contentTypeOf,
  HTTP_BODIES,
  HTTP_WARNINGS,
  type HttpRequest,
  type HttpResult,
  type HttpWarning,
  type Json,
  RawJson,
  ServiceError,
} from '@toolpress/contract';
import {
  checkRequestHeaders,
  type DecodedBody,
  decodeBody,
  type Outbound,
  type OutboundLimits,
  type OutboundResponse,
  withoutPersonalHeaders,
} from '@toolpress/outbound';
import type { Files } from '../../accounts/files/files.js';
import type { SettingsStore } from '../../accounts/settings/settings.js';
import type { RequestContext } from '../../api/endpoint.js';
import type { LargeBodies } from '../../api/large-bodies.js';
import { countUnlessLarge } from '../../api/large-body-tasks.js';
import type { Credential, OpenCredential } from './credential.js';
import { Exchanges } from './exchanges.js';
import type { Outcome, requestMetrics } from './metrics.js';
import { type PageAnswer, type PageFields, READ_PAGE, readPage } from './page-answer.js';
import type { PagedRequest } from './page-requests.js';
import { allPages, type PagedAnswer } from './pages.js';
import { type EncodedBody, encodedBody, tooLarge } from './request-body.js';
import { AnswerStore, type AnswerStoreOptions, type StoredBody } from './stored-answer.js';

export interface CallOptions extends AnswerStoreOptions {
  outbound: Outbound;
  settings: SettingsStore;
  largeBodies: LargeBodies;
  files: Pick<Files, 'read'>;
  /** Rejects answers that cannot be stored, before they are requested. */
  storeGate: { pass(): Promise<void> };
  /** Returns what opens connections. @throws ServiceError `invalid_parameter` when its part is switched off. */
  credential(): OpenCredential;
}

/** The result of a call, as it is kept for repeated requests. */
export interface CallResult extends Pick<HttpResult, 'status' | 'headers' | 'body_encoding' | 'attempts' | 'warnings'> {
  body: Json | RawJson;
  pages?: PagedAnswer['pages'];
  stored?: StoredBody;
}

/** The copies of an answer in memory: as received and as JSON. */
const COPIES = 2;
/** The copies of an answer that is stored for repeated requests. It is also encrypted and encoded as text. */
const KEPT_COPIES = 5;

/** @throws ServiceError the errors that `Outbound.request` lists, and those of stored files and of connections. */
export async function makeCall(
  options: CallOptions,
  record: ReturnType<typeof requestMetrics>,
  request: HttpRequest,
  accountId: string,
  context: RequestContext,
): Promise<CallResult> {
  if (request.response === 'store') await options.storeGate.pass();
  const slug = request._connections?.http;
  const credential = slug === undefined ? undefined : await options.credential()(slug, accountId);
  if (credential !== undefined) request.url = credential.target(request);
  const call = new Call(options, request, accountId, context, await limitsOf(options.settings), credential);
  const begun = performance.now();
  let outcome: Outcome = 'success';
  try {
    return await call.result();
  } catch (error) {
    outcome = context.signal.aborted ? 'caller_gone' : error instanceof ServiceError ? error.code : 'internal';
    throw error;
  } finally {
    record(outcome, (performance.now() - begun) / 1_000, call.exchanges);
  }
}

async function limitsOf(settings: SettingsStore): Promise<OutboundLimits> {
  const { http_request: limits } = await settings.current();
  return {
    timeoutMs: limits.timeout_ms,
    maxRedirects: limits.max_redirects,
    maxRequestBytes: limits.max_request_bytes,
    maxResponseBytes: limits.max_response_bytes,
    blockedHosts: limits.blocked_hosts,
    allowedHosts: limits.allowed_hosts,
  };
}

class Call {
  readonly exchanges: Exchanges;
  private readonly copies: number;
  private encoded: Promise<EncodedBody | undefined> | undefined;

  constructor(
    private readonly options: CallOptions,
    private readonly request: HttpRequest,
    private readonly accountId: string,
    private readonly context: RequestContext,
    private readonly limits: OutboundLimits,
    private readonly credential: Credential | undefined,
  ) {
    const { signal, log, memory, isKept } = context;
    this.copies = isKept ? KEPT_COPIES : COPIES;
    this.exchanges = new Exchanges({
      outbound: options.outbound,
      limits: { ...limits, roomFor: (bytes, isMore) => memory.answer.take(this.copies * bytes, signal, isMore) },
      ...{ retry: request.retry, credential, account: memory.account, signal },
      onRefused: ({ address, rule }) => log.info({ address, rule }, 'an outbound target was refused'),
    });
  }

  async result(): Promise<CallResult> {
    const { paginate, retry } = this.request;
    const result = paginate === undefined ? await this.single() : await this.paged();
    return {
      ...result,
      ...(retry !== undefined && { attempts: this.exchanges.attempts }),
      ...(this.credential?.isReplaced && { warnings: [SECRET_REPLACED] }),
    };
  }

  private async single(): Promise<CallResult> {
    const { memory, signal } = this.context;
    const answers =
      this.request.response === 'store'
        ? new AnswerStore(this.options, this.accountId, (bytes, isMore) => memory.answer.take(bytes, signal, isMore))
        : undefined;
    const answer = await this.send(this.request, answers);
    memory.body.set(0);
    const { status, headers } = answer;
    if (answers?.stored !== undefined) {
      memory.answer.set(0);
      return { status, headers, body: null, stored: answers.stored };
    }
    const { body, bodyEncoding } = await this.decode(answer);
    if (body instanceof RawJson && !this.context.isKept) memory.answer.set(body.content.length);
    return { status, headers, body, ...(bodyEncoding === undefined ? {} : { body_encoding: bodyEncoding }) };
  }

  private async paged(): Promise<CallResult> {
    const { context, request, limits } = this;
    const { memory } = context;
    let held = 0;
    const { last, items, pages } = await allPages(request, request.paginate ?? { by: 'link' }, {
      maxBytes: limits.maxResponseBytes,
      send: (page) => this.send(page),
      decode: async (answer) => {
        memory.answer.set(this.copies * (held + answer.body.length));
        return this.decode(answer);
      },
      read: (body, fields, most) => this.read(body, fields, most),
      cover: async (count) => context.cover?.({ pages: { count } }),
      hold: (bytes) => {
        held = bytes;
        memory.answer.set(this.copies * bytes);
      },
    });
    memory.body.set(0);
    return { status: last.status, headers: last.headers, body: items, pages };
  }

  /** Sends the request of the call or of a page. Another origin receives nothing that could be a credential. */
  private async send(page: PagedRequest, answers?: AnswerStore): Promise<OutboundResponse> {
    const { method, url } = page;
    const body = await this.bodyOf(page);
    const headers = headersOf(page, body);
    this.credential?.target({ method, url });
    const isSame = url === this.request.url || URL.parse(url)?.origin === URL.parse(this.request.url)?.origin;
    if (!isSame && body !== undefined)
      throw new ServiceError('response_invalid', 'it is at another origin, which does not receive the body.');
    return this.exchanges.send(
      {
        ...{ method, url, headers: isSame ? headers : withoutPersonalHeaders(checkRequestHeaders(headers)) },
        ...(body !== undefined && { body: body.bytes }),
      },
      answers?.takerOf,
    );
  }

  /** Returns the body of a request. It is encoded once, unless each page has its own. */
  private async bodyOf(page: PagedRequest): Promise<EncodedBody | undefined> {
    const { memory, signal } = this.context;
    const { maxRequestBytes } = this.limits;
    const encode = () =>
      encodedBody(
        page,
        (id, most, field) =>
          this.options.files.read(this.accountId, id, (bytes) => {
            if (bytes > most) throw tooLarge(field, maxRequestBytes);
            return memory.body.take(bytes, signal, memory.body.bytes > 0);
          }),
        maxRequestBytes,
      );
    if (this.request.paginate?.body !== undefined) return encode();
    this.encoded ??= encode();
    const body = await this.encoded;
    for (const name of HTTP_BODIES) delete this.request[name]; // the encoded body has it
    memory.body.set(body?.bytes.length ?? 0);
    return body;
  }

  private async decode(answer: OutboundResponse): Promise<DecodedBody> {
    const { memory, signal } = this.context;
    const owner = { account: memory.account, signal };
    if (this.credential !== undefined) return this.credential.decode(answer, owner);
    const isLarge = countUnlessLarge(answer.body) === undefined;
    return isLarge ? this.options.largeBodies.decode(answer, owner) : decodeBody(answer);
  }

  private async read(body: Json | RawJson, fields: PageFields, most: number): Promise<PageAnswer> {
    const { memory, signal } = this.context;
    if (!(body instanceof RawJson)) return readPage(body, false, fields, most);
    const { content } = body;
    if (typeof content === 'string') return readPage(content, true, fields, most);
    const owner = { account: memory.account, signal };
    return this.options.largeBodies.call(READ_PAGE, [content, true, fields, most], content.length, owner);
  }
}

const SECRET_REPLACED: HttpWarning = { code: 'secret_replaced', message: HTTP_WARNINGS.secret_replaced };

function headersOf({ headers = {} }: PagedRequest, body: EncodedBody | undefined): Record<string, string> {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  if (body === undefined || contentTypeOf(headers) !== undefined) return named;
  return { ...named, 'content-type': body.contentType };
}

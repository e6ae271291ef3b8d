import { ToolpressError } from './errors.js';
import { eventsOf, type ProgressEvent } from './events.js';
import { exactJson, hasInexactNumber } from './exact-numbers.js';
import { type Answer, exchange, type RequestOptions, type ToolpressOptions } from './exchange.js';
import { type components, OPERATIONS, type operations } from './operations.js';

type Id = keyof typeof OPERATIONS & keyof operations;

/** The parts of the path that are open, such as a name, in their order. */
type KeysOf<Path> = Path extends `${string}{${string}}${infer Rest}` ? [key: string, ...KeysOf<Rest>] : [];
type InputOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? [body: Body]
  : Operation extends { requestBody: { content: object } }
    ? [body: Streamed]
    : Operation extends { parameters: { query?: infer Query } }
      ? [Query] extends [undefined]
        ? []
        : [query?: Query]
      : [];
/** What is sent as it is; `openAsBlob` of `node:fs` reads a file as it is sent. */
type Streamed = string | Uint8Array<ArrayBuffer> | Blob;
interface Success<Data> {
  content: { 'application/json': { data: Data } };
}
/** What an operation answers at once, where it can. */
type DataIn<Responses> = Responses extends { 200: Success<infer Data> }
  ? Data
  : Responses extends { 201: Success<infer Data> } | { 202: Success<infer Data> }
    ? Data
    : Uint8Array;
/** What the events of a stream are of. */
interface Watched {
  watchJob: components['schemas']['Job'];
  watchBatch: components['schemas']['Batch'];
}
type DataOf<Each extends Id> = Each extends keyof Watched
  ? AsyncGenerator<ProgressEvent<Watched[Each]>>
  : DataIn<operations[Each]['responses']>;

type ArgumentsOf<Each extends Id> = [...KeysOf<(typeof OPERATIONS)[Each]['path']>, ...InputOf<operations[Each]>];
type Methods = {
  [Each in Id]: (...args: [...ArgumentsOf<Each>, options?: RequestOptions]) => Promise<DataOf<Each>>;
};

/** A difference from the sent document: its code, its text, and its first position, if known. */
export interface PdfWarning {
  code: string;
  /** Empty if it did not fit into the header. */
  message: string;
  line?: number;
  column?: number;
}

/** A PDF with its properties. */
export interface PdfBytes {
  bytes: Uint8Array;
  pageCount: number;
  /** The link to the stored PDF, and when that is deleted. */
  downloadUrl: string;
  expiresAt: Date;
  /** What prints differently. Beyond 2,000 bytes of texts, a warning has its code alone; `htmlToPdf` returns all texts. */
  warnings: PdfWarning[];
  actionsConsumed: number;
  isReplayed: boolean;
  requestId: string | undefined;
}

const PDF = 'application/pdf';

class Client {
  /** @throws TypeError for a `baseUrl` that is no address. */
  constructor(private readonly options: ToolpressOptions) {
    const { baseUrl } = options;
    // A page of the service itself may leave out the host.
    const isAddress = /^https?:\/\//i.test(baseUrl) || 'location' in globalThis;
    if (typeof baseUrl !== 'string' || !isAddress)
      throw new TypeError('`baseUrl` must be the address of the service, such as `https://toolpress.example.com`.');
  }

  /** The PDF itself: `htmlToPdf` without base64. */
  async pdf(
    body: operations['htmlToPdf']['requestBody']['content']['application/json'],
    options: RequestOptions = {},
  ): Promise<PdfBytes> {
    const request = { ...OPERATIONS.htmlToPdf, accept: PDF, body };
    const { result: bytes, headers } = await exchange(this.options, request, options, async (response) => {
      if (response.headers.get('content-type') !== PDF) throw unreadable(response);
      return new Uint8Array(await response.arrayBuffer());
    });
    const { isReplayed, requestId } = about(headers);
    return {
      bytes,
      pageCount: Number(headers.get('x-page-count')),
      downloadUrl: headers.get('x-download-url') ?? '',
      expiresAt: new Date(headers.get('x-expires-at') ?? Number.NaN),
      warnings: warningsIn(headers),
      actionsConsumed: Number(headers.get('x-actions-consumed')),
      isReplayed,
      requestId,
    };
  }

  /** Calls any operation by its id. Returns the data with metadata of the answer. */
  async call<Each extends Id>(
    id: Each,
    args: ArgumentsOf<Each>,
    options: RequestOptions = {},
  ): Promise<Answer<DataOf<Each>>> {
    const operation = OPERATIONS[id];
    const { method, path, input, isKeyed, answer } = operation;
    const given: unknown[] = [...args];
    const filled = path.replace(/\{\w+\}/g, () => partOf(given.shift()));
    const query = input === 'query' ? queryOf(given[0]) : '';
    const request = {
      method,
      path: filled + query,
      isKeyed,
      accept: answer === 'json' ? 'application/json' : '*/*',
      ...(input === 'body' && { body: given[0] }),
      ...('type' in operation && { stream: streamOf(given[0] as Streamed, operation.type) }),
    };
    const { result, headers } = await exchange(this.options, request, options, async (response) => {
      if (answer === 'json') return envelopeOf(response);
      return { data: answer === 'events' ? eventsOf(response) : new Uint8Array(await response.arrayBuffer()) };
    });
    const { data, metadata } = result as Envelope<DataOf<Each>>;
    return { data, actionsConsumed: metadata?.actions_consumed, headers, ...about(headers) };
  }
}

/** The type of a `Blob` or `File` says whether it is CSV. */
const streamOf = (body: Streamed, type: string) =>
  body instanceof Blob && body.type.startsWith('text/csv') ? { type: body.type, body } : { type, body };

for (const id of Object.keys(OPERATIONS) as Id[]) {
  const { path, input } = OPERATIONS[id];
  const count = (path.match(/\{/g)?.length ?? 0) + (input === 'none' ? 0 : 1);
  Object.defineProperty(Client.prototype, id, {
    async value(this: Client, ...args: unknown[]) {
      const given = args.slice(0, count) as ArgumentsOf<Id>;
      const { data } = await this.call(id, given, args[count] as RequestOptions | undefined);
      return data;
    },
  });
}

/** A client of one service under one token: a method for each operation, named by its id, that returns the answer’s data. */
export type Toolpress = Client & Methods;
export const Toolpress = Client as unknown as new (options: ToolpressOptions) => Toolpress;

interface Envelope<Data> {
  data: Data;
  metadata?: { actions_consumed: number };
}

async function envelopeOf(response: Response): Promise<Envelope<unknown>> {
  const text = await response.text();
  try {
    const exact = hasInexactNumber(text) ? exactJson(text) : text;
    const envelope = JSON.parse(exact) as { success?: unknown } & Envelope<unknown>;
    if (envelope.success === true) return envelope;
  } catch {
    // told below
  }
  throw unreadable(response);
}

const unreadable = ({ status, headers }: Response): ToolpressError =>
  new ToolpressError('The answer is not from Toolpress; check `baseUrl`.', {
    status,
    code: 'answer_unreadable',
    ...(headers.has('x-request-id') && { requestId: headers.get('x-request-id') ?? '' }),
  });

/** Services before 0.2 send codes only. */
function warningsIn(headers: Headers): PdfWarning[] {
  const details = JSON.parse(headers.get('x-warning-details') ?? '[]') as PdfWarning[];
  const codes = headers.get('x-warnings')?.split(', ') ?? [];
  const others = codes.filter((code) => !details.some((each) => each.code === code));
  return [...details, ...others.map((code) => ({ code, message: '' }))];
}

const about = (headers: Headers) => ({
  isReplayed: headers.get('idempotent-replayed') === 'true',
  requestId: headers.get('x-request-id') ?? undefined,
});

/** @throws TypeError for a part without which, or with whose parent, the path would be that of another operation. */
function partOf(name: unknown): string {
  const text = String(name ?? '');
  if (['', '.', '..'].includes(text)) throw new TypeError('An id or name in a path must not be empty, `.` or `..`.');
  return encodeURIComponent(text);
}

function queryOf(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

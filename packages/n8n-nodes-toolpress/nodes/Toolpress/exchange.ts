/** One call of the service: sent with the credentials, and sent again where that is safe and may help. */
import {
  type IDataObject,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
  sleep,
} from 'n8n-workflow';
import { exactJson, hasInexactNumber } from './exact-numbers';

export const CREDENTIALS = 'toolpressApi';
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
/** The longest time in milliseconds that the service may ask to wait. */
const MAX_PAUSE_MS = 60_000;
/** Longer than the service’s deadline for a document, and than it lets a request wait for the end of a job. */
const TIMEOUT_MS = 100_000;
const RETRIED = [0, 429, 502, 503, 504];
/** Refused before anything was done. */
const REFUSED = [0, 429, 503];

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query. */
  path: string;
  accept?: string;
  body?: unknown;
  /** JSON lines, instead of `body`. */
  lines?: string;
  /** Equal calls under the same key are done and charged once in 24 hours. */
  key?: string;
  /** Whether a target may have received the request when the service reports 502 or 504. */
  isSentOn?: boolean;
}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  content: Buffer;
}

type Functions = IExecuteFunctions | ILoadOptionsFunctions;

/** Returns the `data` of a JSON answer. @throws NodeApiError with the message of the service. */
export async function dataOf(functions: Functions, call: Call, item?: number): Promise<IDataObject> {
  const answer = await exchange(functions, call, item);
  return readData(functions, answer, item);
}

export function readData(functions: Functions, answer: Answer, item?: number): IDataObject {
  const { success, data, metadata } = parsed(answer.content);
  if (success !== true || typeof data !== 'object' || data === null)
    throw new NodeOperationError(
      functions.getNode(),
      'The answer is not from Toolpress. Check the base URL.',
      at(item),
    );
  return { ...(data as IDataObject), ...(metadata as IDataObject | undefined) };
}

/** @throws NodeApiError with the message of the service, its code and the id of the request. */
export async function exchange(functions: Functions, call: Call, item?: number): Promise<Answer> {
  const { baseUrl } = await functions.getCredentials<{ baseUrl: string }>(CREDENTIALS);
  const url = baseUrl.replace(/\/+$/, '') + call.path;
  for (let attempt = 1; ; attempt++) {
    const { answer, cause } = await sent(functions, url, call);
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    const pause = pauseAfter(attempt, answer.headers['retry-after']);
    if (attempt >= ATTEMPTS || pause > MAX_PAUSE_MS || !mayRepeat(call, status))
      throw errorOf(functions, answer, cause, item);
    await sleep(pause);
  }
}

/** Downloads a file by its link, which needs no token. */
export async function download(functions: IExecuteFunctions, url: string, item: number): Promise<Buffer> {
  try {
    const content = await functions.helpers.httpRequest({ url, encoding: 'arraybuffer' });
    return Buffer.from(content as ArrayBuffer);
  } catch (error) {
    throw new NodeApiError(functions.getNode(), error as JsonObject, {
      message: 'The file cannot be downloaded from the link of the service.',
      ...at(item),
    });
  }
}

async function sent(functions: Functions, url: string, call: Call): Promise<{ answer: Answer; cause?: unknown }> {
  const { method, accept = 'application/json', body, lines, key } = call;
  const content = lines ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    const {
      statusCode,
      headers,
      body: bytes,
    } = await functions.helpers.httpRequestWithAuthentication.call(functions, CREDENTIALS, {
      url,
      method,
      timeout: TIMEOUT_MS,
      encoding: 'arraybuffer',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      headers: {
        accept,
        ...(content !== undefined && { 'content-type': lines === undefined ? JSON_TYPE : 'application/x-ndjson' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(content !== undefined && { body: content }),
    });
    return { answer: { status: statusCode, headers, content: Buffer.from(bytes ?? '') } };
  } catch (cause) {
    return { answer: { status: 0, headers: {}, content: Buffer.alloc(0) }, cause };
  }
}

const JSON_TYPE = 'application/json';

/** Everything that has no key can be repeated, except a POST. */
function mayRepeat({ method, key, isSentOn = false }: Call, status: number): boolean {
  if (!RETRIED.includes(status) || (method === 'POST' && key === undefined)) return false;
  return !isSentOn || REFUSED.includes(status);
}

function pauseAfter(attempt: number, retryAfter: string | undefined): number {
  if (retryAfter !== undefined && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
}

function errorOf(functions: Functions, { status, headers, content }: Answer, cause: unknown, item?: number): Error {
  const node = functions.getNode();
  if (status === 0)
    return new NodeApiError(node, cause as JsonObject, { message: 'The service cannot be reached.', ...at(item) });
  const { error } = parsed(content);
  const message = typeof error === 'string' ? error : `The service answered ${status}. Check the base URL.`;
  const code = headers['x-error-code'] ?? 'answer_unreadable';
  const requestId = headers['x-request-id'];
  const description = `Code: ${code}${requestId === undefined ? '' : `, request: ${requestId}`}`;
  const response = { code, message, status };
  return new NodeApiError(node, response, { message, description, httpCode: String(status), ...at(item) });
}

const at = (itemIndex: number | undefined) => (itemIndex === undefined ? {} : { itemIndex });

function parsed(content: Buffer): IDataObject {
  try {
    const text = content.toString();
    // Numbers that would lose digits become texts, such as ids of servers.
    const value: unknown = JSON.parse(hasInexactNumber(text) ? exactJson(text) : text);
    return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
  } catch {
    return {};
  }
}

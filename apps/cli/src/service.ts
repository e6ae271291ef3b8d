/** Calls a running service. */
import { parseAsWritten } from '@toolpress/contract/written-numbers';
import { Problem, type Target } from './config.js';

export interface ServiceCall {
  /** The name of the token, for the message when it is rejected. */
  readonly what: string;
  readonly method: string;
  /** JSON, unless `contentType` says otherwise. */
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

/** The service's answer: a result or an error. */
export type ServiceAnswer =
  | { readonly isDone: true; readonly data: unknown }
  | { readonly isDone: false; readonly error: string; readonly status: number; readonly code: string | null };

/**
 * @param path with its query
 * @throws Problem when the service does not answer, another server answers, or the token is rejected; the signal's
 *   reason
 */
export async function callService(
  { url, token, tokenFrom }: Target,
  path: string,
  { what, method, body, contentType = 'application/json', signal }: ServiceCall,
): Promise<ServiceAnswer> {
  const response = await fetchOf(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      connection: 'close',
      ...(body !== undefined && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const { status } = response;
  if (status === 401) throw new Problem(`The service at ${url} rejects the ${what} from ${tokenFrom}.`);
  // Sample data keeps its digits.
  const envelope = (await response
    .text()
    .then(parseAsWritten)
    .catch(() => undefined)) as { data?: unknown; error?: unknown } | undefined;
  signal?.throwIfAborted();
  if (response.ok && envelope?.data !== undefined) return { isDone: true, data: envelope.data };
  if (typeof envelope?.error !== 'string')
    throw new Problem(`${url}${path} answers ${status}, but is not a Toolpress service.`);
  return { isDone: false, error: envelope.error, status, code: response.headers.get('x-error-code') };
}

/** Fetches a URL. @throws Problem when the service does not answer. */
export const fetchOf = (address: string, options: RequestInit = {}): Promise<Response> =>
  fetch(address, options).catch((error: Error) => {
    options.signal?.throwIfAborted();
    const why = `The gateway does not answer at ${address}: ${error.cause ?? error}`;
    throw new Problem(`${why}\nStart it with ./scripts/start, or name another one with --url or BASE_URL.`);
  });

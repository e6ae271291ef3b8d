/** Calls of the service's own API, as any client would make them. */
import { Problem } from '../problem.mjs';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string | null} code of an error, for programs
 * @property {any} body the envelope: `{ success, data }` or `{ success, error }`; undefined when it is not JSON
 */

/** Nobody answers at an address. */
export class NoAnswer extends Problem {
  /** @override */
  name = 'NoAnswer';
}

/**
 * @param {string} url
 * @param {object} [request]
 * @param {string} [request.method] POST when there is a body, else GET, unless given
 * @param {string} [request.token] bearer token
 * @param {unknown} [request.body] sent as JSON
 * @param {AbortSignal | undefined} [request.signal]
 * @returns {Promise<Answer>}
 * @throws {NoAnswer}
 */
export async function call(url, { method, token, body, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { connection: 'close' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(url, {
      headers,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const code = response.headers.get('x-error-code');
    return { status: response.status, code, body: await response.json().catch(() => undefined) };
  } catch (error) {
    signal?.throwIfAborted();
    throw new NoAnswer(`The gateway does not answer at ${url}: ${String(/** @type {Error} */ (error).cause ?? error)}`);
  }
}

/**
 * @param {Answer} answer
 * @param {string} what was asked for, for the message
 * @returns {any} the answer's data
 * @throws {Problem} when it is an error
 */
export function dataOf(answer, what) {
  if (answer.body?.success === true) return answer.body.data;
  const { status, code, body } = answer;
  if (typeof body?.error !== 'string') throw new Problem(`${what} failed: a ${status} that is not of this service`);
  throw new Problem(`${what} failed: ${body.error} (${status}${code === null ? '' : ` ${code}`})`);
}

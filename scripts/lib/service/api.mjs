/** Calls of the service's own API, as any client would make them. */
import { Problem } from '../problem.mjs';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body the envelope: `{ success, data }` or `{ success, error }`; undefined when it is not JSON
 */

/**
 * @param {string} url
 * @param {object} [request]
 * @param {string} [request.token] bearer token
 * @param {unknown} [request.body] sent as JSON by POST; absent: GET
 * @param {AbortSignal | undefined} [request.signal]
 * @returns {Promise<Answer>}
 * @throws {Problem} when nobody answers
 */
export async function call(url, { token, body, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { connection: 'close' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(url, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch (error) {
    signal?.throwIfAborted();
    throw new Problem(`The gateway does not answer at ${url}: ${String(/** @type {Error} */ (error).cause ?? error)}`);
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
  throw new Problem(`${what} failed: ${answer.status} ${answer.body?.error ?? ''}`);
}

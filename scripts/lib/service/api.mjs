/** Calls of the service's own API, as any client would make them. */
import { Problem } from '../problem.mjs';

/**
 * @typedef {{ status: number, code: string | null, body: any }} Answer `code`: of an error, for programs; `body`: the envelope
 *
 * @param {string} url
 * @param {{ method?: string, token?: string, body?: unknown, signal?: AbortSignal | undefined }} [request] `token`: bearer;
 *   `body`: sent as JSON, by POST unless `method` says otherwise
 * @returns {Promise<Answer>}
 * @throws {Problem} when nobody answers
 */
export async function call(url, { method, token, body, signal } = {}) {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      connection: 'close',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal ?? null,
  }).catch((error) => {
    signal?.throwIfAborted();
    throw new Problem(`The gateway does not answer at ${url}: ${String(error.cause ?? error)}`);
  });
  const code = response.headers.get('x-error-code');
  return { status: response.status, code, body: await response.json().catch(() => undefined) };
}

/** @param {Answer} answer @param {string} what was asked for @returns {any} its data @throws {Problem} when it is an error */
export function dataOf({ status, code, body }, what) {
  if (body?.success === true) return body.data;
  throw new Problem(
    `${what} failed: ${body?.error ?? 'an answer that is not of this service'} (${status} ${code ?? ''})`,
  );
}

/**
 * @param {string} baseUrl
 * @param {string} adminToken
 * @param {string | undefined} kept the token of an earlier start
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} an API token that works: the kept one if it still does, else one of the account "default"
 */
export async function ensureApiToken(baseUrl, adminToken, kept, signal) {
  if (kept && (await call(`${baseUrl}/api/variables`, { token: kept, signal })).status === 200) return kept;
  const admin = async (
    /** @type {string} */ path,
    /** @type {object | undefined} */ body,
    /** @type {string} */ what,
  ) => dataOf(await call(`${baseUrl}/admin/accounts${path}`, { token: adminToken, body, signal }), what);
  const { items } = await admin('', undefined, 'Listing the accounts');
  const account =
    items.find((/** @type {{ name: string }} */ { name }) => name === 'default') ??
    (await admin('', { name: 'default' }, 'Creating an account'));
  return (await admin(`/${account.id}/tokens`, { name: 'scripts/start' }, 'Creating an API token')).token;
}

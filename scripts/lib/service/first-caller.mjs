/** What the first caller needs: a token, documents that show that the whole way works, a command to try. */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { ROOT } from '../run.mjs';
import { shellQuote } from './data-folder.mjs';

/** @typedef {{ token: string, body?: unknown, signal?: AbortSignal | undefined }} Call `body`: sent as JSON, by POST */

/** Calls the service as any client would. @param {string} url @param {Call} request @throws {Problem} when nothing answers */
export async function call(url, { token, body, signal }) {
  const answer = fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { connection: 'close', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body) ?? null,
    signal: signal ?? null,
  });
  const response = await answer.catch((error) => {
    signal?.throwIfAborted();
    throw new Problem(
      `${new URL(url).origin} does not answer: ${error.cause?.message || error.cause?.code || error.message}`,
    );
  });
  const code = response.headers.get('x-error-code');
  return { status: response.status, code, body: /** @type {any} */ (await response.json().catch(() => undefined)) };
}

/** @param {Awaited<ReturnType<typeof call>>} answer @param {string} what was asked for @returns {any} its data @throws {Problem} when it is an error */
export function dataOf({ status, code, body }, what) {
  if (body?.success === true) return body.data;
  const why = body?.error ?? 'an answer that is not of this service';
  throw new Problem(`${what} failed: ${why} (${status} ${code ?? ''})`);
}

/**
 * @param {string} baseUrl @param {string} adminToken
 * @param {string | undefined} kept the token of an earlier start @param {AbortSignal} [signal]
 * @returns {Promise<string>} an API token that works: the kept one if it still does, else one of the account "default"
 */
export async function ensureApiToken(baseUrl, adminToken, kept, signal) {
  if (kept && (await call(`${baseUrl}/api/variables`, { token: kept, signal })).status === 200) return kept;
  /** @type {(what: string, path: string, body?: object) => Promise<any>} */
  const admin = async (what, path, body) =>
    dataOf(await call(`${baseUrl}/admin/accounts${path}`, { token: adminToken, body, signal }), what);
  const { items } = await admin('Listing the accounts', '');
  const account =
    items.find((/** @type {{ name: string }} */ { name }) => name === 'default') ??
    (await admin('Creating an account', '', { name: 'default' }));
  return (await admin('Creating an API token', `/${account.id}/tokens`, { name: 'scripts/start' })).token;
}

/** @returns {{ name: string, body: Record<string, unknown> }[]} a request for each language of each sample, such as `invoice.de` */
export function sampleRequests() {
  const folder = join(ROOT, 'samples');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  /** @returns {any} JSON is parsed; undefined when it is not there */
  const read = (/** @type {string} */ path) => {
    const text = paths.includes(path) ? readFileSync(join(folder, path), 'utf8') : undefined;
    return path.endsWith('.json') && text ? JSON.parse(text) : text;
  };
  return paths.flatMap((path) => {
    const [, name, language] = /^(.+)\/request(.*)\.json$/.exec(path) ?? [];
    if (name === undefined) return [];
    const [html, css, data] = ['html', 'css', 'json'].map((ending) => read(`${name}/${name}.${ending}`));
    const [header_html, footer_html] = ['header', 'footer'].map((part) => read(`${name}/${part}.html`));
    const translations = read(`${name}/translations.json`);
    return { name: name + language, body: { ...read(path), html, css, data, header_html, footer_html, translations } };
  });
}

/**
 * Renders the samples, which shows that the whole way works. One that fails is no reason not to start: its reason is told.
 *
 * @param {{ baseUrl: string, token: string, path: (name: string) => string, warn: (text: string) => void, signal: AbortSignal }} options
 * @returns what became of them, in a few words
 */
export async function renderSamples({ baseUrl, token, path, warn, signal }) {
  const requests = sampleRequests();
  let rendered = 0;
  for (const { name, body } of requests) {
    try {
      const answer = await call(`${baseUrl}/api/utilities/html-to-pdf`, { token, body, signal });
      // The others would be answered the same: the account has used up its actions or its rate.
      if (answer.status === 402 || answer.status === 429) return `not rendered this time: ${answer.body?.error}`;
      const { pdf_base64 } = dataOf(answer, 'Rendering');
      await writeFile(path(name), pdf_base64, { encoding: 'base64', mode: 0o600 });
      rendered += 1;
    } catch (error) {
      signal.throwIfAborted();
      warn(`The sample ${name} is missing. ${/** @type {Error} */ (error).message}`);
    }
  }
  return `${rendered} of ${requests.length} PDFs: ${path('*')}`;
}

/**
 * @param {string} baseUrl @param {ReturnType<typeof import('./data-folder.mjs').dataPaths>} paths
 * @param {string | undefined} allowed the addresses that OUTBOUND_ALLOW has
 * @returns where everything is
 */
export const welcome = (baseUrl, { credentials, logs }, allowed) => `  Documentation  ${baseUrl}/docs
  Operations     ${baseUrl}/ops (sign in with ADMIN_TOKEN), the queue: ${baseUrl}/ops/queues
  Command line   ./scripts/toolpress --help
  API token      API_TOKEN in ${credentials}, with ADMIN_TOKEN and BASE_URL
  Own addresses  ${
    allowed
      ? `http-request and webhooks reach ${allowed} (OUTBOUND_ALLOW)`
      : 'http-request and webhooks reach this machine with OUTBOUND_ALLOW=127.0.0.1 ./scripts/start'
  }
  Logs           ${logs}

  Make a PDF, in another terminal:

    ${sampleCommand(credentials)}

  Ctrl-C stops everything.
`;

/** For any shell, in any folder; writes hello.pdf there. @param {string} credentials sourced, so that no secret shows or is remembered */
export function sampleCommand(credentials) {
  return (
    `. ${shellQuote(credentials)}; curl -fsS "$BASE_URL/api/utilities/html-to-pdf" -o hello.pdf ` +
    `-H "Authorization: Bearer $API_TOKEN" -H 'content-type: application/json' -H 'accept: application/pdf' ` +
    `-d '{"html":"<h1>Hello [[who]]</h1>","data":{"who":"World"}}'`
  );
}

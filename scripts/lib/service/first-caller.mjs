/** What the first caller needs: a token, documents that show that the whole way works, a command to try. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Problem } from '../problem.mjs';
import { ROOT } from '../run.mjs';
import { shellQuote } from './data-folder.mjs';

/** @typedef {{ token: string, body?: unknown, signal?: AbortSignal | undefined }} Call `body`: sent as JSON, by POST */

/** Calls the service as any client would. @param {string} url @param {Call} request */
export async function call(url, { token, body, signal }) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { connection: 'close', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body) ?? null,
    signal: signal ?? null,
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

/** @typedef {{ sample: string, suffix: string }} SampleRequest `suffix`: of `request.json`, empty, or of `request.de.json`, `.de` */

/** @param {SampleRequest} request @returns {Promise<Record<string, unknown>>} its body */
export async function sampleBody({ sample: name, suffix }) {
  const source = (/** @type {string} */ file) => readFile(join(ROOT, 'samples', name, file), 'utf8');
  const optional = (/** @type {string} */ file) => source(file).catch(() => undefined);
  const translations = await optional('translations.json');
  return {
    ...JSON.parse(await source(`request${suffix}.json`)),
    html: await source(`${name}.html`),
    css: await source(`${name}.css`),
    data: JSON.parse(await source(`${name}.json`)),
    header_html: await optional('header.html'),
    footer_html: await optional('footer.html'),
    translations: translations && JSON.parse(translations),
  };
}

/** Each sample is a folder with a request for each language that it is shown in. @returns {Promise<SampleRequest[]>} */
export async function sampleRequests() {
  const files = await readdir(join(ROOT, 'samples'), { withFileTypes: true, recursive: true });
  return files
    .map((file) => ({ sample: basename(file.parentPath), suffix: /^request(.*)\.json$/.exec(file.name)?.[1] }))
    .flatMap(({ sample, suffix }) => (suffix === undefined ? [] : [{ sample, suffix }]))
    .sort((left, right) => (left.sample + left.suffix < right.sample + right.suffix ? -1 : 1));
}

/**
 * Renders the samples, which shows that the whole way works.
 *
 * @param {{ baseUrl: string, token: string, path: (name: string) => string, signal: AbortSignal }} options
 * @returns what became of them, in a few words
 */
export async function renderSamples({ baseUrl, token, path, signal }) {
  const requests = await sampleRequests();
  for (const request of requests) {
    const name = request.sample + request.suffix;
    const body = await sampleBody(request);
    const answer = await call(`${baseUrl}/api/utilities/html-to-pdf`, { token, body, signal });
    // An account that has used up its actions or its rate is no reason not to start.
    if (answer.status === 402 || answer.status === 429) return `not rendered this time: ${answer.body?.error}`;
    const { pdf_base64 } = dataOf(answer, `Rendering the sample ${name}`);
    await writeFile(path(name), pdf_base64, { encoding: 'base64', mode: 0o600 });
  }
  return `${requests.length} PDFs: ${path('*')}`;
}

/** @param {string} baseUrl @param {ReturnType<typeof import('./data-folder.mjs').dataPaths>} paths @returns where everything is */
export const welcome = (baseUrl, { credentials, logs }) => `  Documentation  ${baseUrl}/docs
  Operations     ${baseUrl}/ops (sign in with ADMIN_TOKEN), the queue: ${baseUrl}/ops/queues
  Command line   ./scripts/admin --help
  Credentials    ${credentials}
  Logs           ${logs}

  Make a PDF, in another terminal:

    ${sampleCommand(credentials)}

  Ctrl-C stops everything.
`;

/** For any shell, in any folder; writes hello.pdf there. @param {string} credentials sourced, so that no secret shows or is remembered */
export function sampleCommand(credentials) {
  return (
    `. ${shellQuote(credentials)}; curl -s "$BASE_URL/api/utilities/html-to-pdf" ` +
    `-H "Authorization: Bearer $API_TOKEN" -H 'content-type: application/json' ` +
    `-d '{"html":"<h1>Hello [[who]]</h1>","data":{"who":"World"}}' | ` +
    String.raw`sed 's/.*"pdf_base64":"\([^"]*\).*/\1/' | base64 -d >hello.pdf`
  );
}

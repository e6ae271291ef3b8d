/** Prepares the first call: a token, sample PDFs and an example command. */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { ROOT } from '../run.mjs';
import { shellQuote } from './data-folder.mjs';

/** @typedef {{ token: string, body?: unknown, method?: string, signal?: AbortSignal | undefined }} Call `body`: sent as JSON, by POST */

/**
 * Calls the service over HTTP. @param {string} url @param {Call} request @throws {Problem} when the service does not
 * answer
 */
export async function call(url, { token, body, method = body === undefined ? 'GET' : 'POST', signal }) {
  const answer = fetch(url, {
    method,
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

/**
 * @param {Awaited<ReturnType<typeof call>>} answer @param {string} what the name of the action @returns {any} the
 *   answer's data @throws {Problem} when it is an error
 */
export function dataOf({ status, code, body }, what) {
  if (body?.success === true) return body.data;
  const why = body?.error ?? 'the answer is not from a Toolpress service';
  throw new Problem(`${what} failed: ${why} (${status} ${code ?? ''})`);
}

/**
 * @param {string} baseUrl @param {string} adminToken
 * @param {string | undefined} kept the token of an earlier start @param {AbortSignal} [signal]
 * @returns {Promise<string>} a valid API token: the stored one if it still works, else a new one of the account
 *   "default"
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

/**
 * Connects the account to the sample base, which has another port after each start. A connection of this name that
 * somebody else has saved stays as it is.
 *
 * @param {{ baseUrl: string, token: string, port: number, warn: (text: string) => void, signal: AbortSignal }} options
 */
export async function connectSampleBase({ baseUrl, token, port, warn, signal }) {
  const url = `${baseUrl}/api/connections/sample`;
  const found = (await call(url, { token, signal })).body?.data;
  if (found && !found.url?.startsWith('postgres://sample@127.0.0.1:')) return;
  const body = {
    ...{ provider: 'postgres', url: `postgres://sample@127.0.0.1:${port}?sslmode=disable`, token: 'sample' },
    label: 'Sample base of scripts/start',
  };
  const answer = await call(url, { token, method: 'PUT', body, signal });
  if (answer.status !== 200) warn(`The sample base was not connected: ${answer.body?.error}`);
}

/**
 * @param {{ baseUrl: string, adminToken: string, token: string, warn: (text: string) => void, signal: AbortSignal }} options
 * @returns {Promise<string | undefined>} a link that signs in to the studio once with the token; undefined when the
 *   service has no studio, or is for other machines too
 */
export async function studioLink({ baseUrl, adminToken, token, warn, signal }) {
  const answer = await call(`${baseUrl}/admin/studio-links`, { token: adminToken, body: { token }, signal });
  if (answer.status !== 200 && !['path_unknown', 'origin_forbidden'].includes(answer.code ?? ''))
    warn(`No link to the studio was made: ${answer.body?.error}`);
  return answer.body?.data?.url;
}

/** @typedef {{ name: string, body: Record<string, any> }} SampleRequest */

/** @returns the requests that need only the service; the sample base is loaded when a caller needs it */
export const sampleRequests = () => allRequests().filter(({ body }) => body['data_from'] === undefined);

/** @returns the requests for documents from records of the sample base */
export const recordRequests = () => allRequests().filter(({ body }) => body['data_from'] !== undefined);

/** @returns {SampleRequest[]} the request for each sample in English with its short data */
function allRequests() {
  const folder = join(ROOT, 'samples');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  /** @returns {any} the content, JSON parsed; undefined when the file does not exist */
  const read = (/** @type {string} */ path) => {
    const text = paths.includes(path) ? readFileSync(join(folder, path), 'utf8') : undefined;
    return path.endsWith('.json') && text ? JSON.parse(text) : text;
  };
  return paths.flatMap((path) => {
    const [, name] = /^(.+)\/request\.json$/.exec(path) ?? [];
    if (name === undefined) return [];
    const [html, css, data] = ['html', 'css', 'json'].map((ending) => read(`${name}/${name}.${ending}`));
    const [header_html, footer_html] = ['header', 'footer'].map((part) => read(`${name}/${part}.html`));
    const translations = read(`${name}/translations.json`);
    return { name, body: { ...read(path), html, css, data, header_html, footer_html, translations } };
  });
}

/**
 * Renders the samples as a test of the service. A failed sample does not stop the start; its reason is reported.
 *
 * @param {{ baseUrl: string, token: string, path: (name: string) => string, warn: (text: string) => void, signal:
 *   AbortSignal }} options
 */
export async function renderSamples({ baseUrl, token, path, warn, signal }) {
  for (const { name, body } of sampleRequests()) {
    try {
      const answer = await call(`${baseUrl}/api/utilities/html-to-pdf`, { token, body, signal });
      // The other samples would fail, too: the account has reached its quota or its rate limit.
      if (answer.status === 402 || answer.status === 429)
        return warn(`The samples were not rendered: ${answer.body?.error}`);
      const { pdf_base64 } = dataOf(answer, 'Rendering');
      await writeFile(path(name), pdf_base64, { encoding: 'base64', mode: 0o600 });
    } catch (error) {
      signal.throwIfAborted();
      warn(`The sample ${name} was not rendered. ${/** @type {Error} */ (error).message}`);
    }
  }
}

/**
 * @param {string} baseUrl @param {ReturnType<typeof import('./data-folder.mjs').dataPaths>} paths
 * @param {string | undefined} allowed the value of OUTBOUND_ALLOW @param {boolean} callsItself as in `firstCalls`
 * @param {string} [link] that signs in to the studio
 * @returns the addresses and paths to show
 */
export const welcome = (
  baseUrl,
  { credentials, logs, sample },
  allowed,
  callsItself,
  link,
) => `  Documentation  ${baseUrl}/docs
  Operations     ${baseUrl}/ops (sign in with ADMIN_TOKEN)
  Command line   ./scripts/toolpress --help
  API token      API_TOKEN in ${credentials}, with ADMIN_TOKEN and BASE_URL
  Own addresses  ${
    allowed
      ? `http-request and webhooks reach ${allowed} (OUTBOUND_ALLOW)`
      : 'http-request and webhooks reach this machine with OUTBOUND_ALLOW=127.0.0.1 ./scripts/start'
  }
  Logs           ${logs}
  Samples        ${sample('*')}, in some seconds

  In another terminal:

${firstCalls(credentials, callsItself)
  .map(({ what, command }) => `  ${what}:\n\n    ${command}\n`)
  .join('\n')}
  Ctrl-C stops everything.
${
  link === undefined
    ? ''
    : `
  Open the studio, signed in (works once, within ten minutes, on this machine):

    ${link}
`
}`;

/** The invoice of an order of the sample base. */
const ORDER = {
  html:
    '<h1>Invoice [[number]]</h1>[[#each lines]]<p>[[quantity]] × [[product_id.fields.name]]: ' +
    '[[amount | money: currency]]</p>[[/each]]<p><b>[[total | money: currency]]</b></p>',
  data_from: {
    ...{ base_id: 'sample', table_id: 'orders', record_id: 'ord_1' },
    children: { lines: { table_id: 'order_lines', by: 'order_id', expand: { product_id: 'products' } } },
    _connections: { tablebase: 'sample' },
  },
};

/**
 * Returns a shell command for each tool, with a title.
 *
 * @param {string} credentials is sourced, so that no secret is shown or stored in the history
 * @param {boolean} callsItself whether http-request may call the gateway
 * @returns {{ what: string, command: string }[]}
 */
export function firstCalls(credentials, callsItself) {
  const { children, ...order } = ORDER.data_from;
  const { record_id: _, ...orders } = order;
  const curl = (/** @type {string} */ path, /** @type {string} */ body, /** @type {string} */ file = '') =>
    `. ${shellQuote(credentials)}; curl -fsS "$BASE_URL/api/${path}" ${file && `-o ${file} `}` +
    `-H "Authorization: Bearer $API_TOKEN" -H 'content-type: application/json' ` +
    `${file && `-H 'accept: application/pdf' `}-d ${body}`;
  const json = (/** @type {object} */ body) => shellQuote(JSON.stringify(body));
  const itself = {
    what: 'Call an API, such as this service',
    command: curl('utilities/http-request', String.raw`"{\"method\":\"GET\",\"url\":\"$BASE_URL/\"}"`),
  };
  return [
    {
      what: 'Make a PDF of HTML',
      command: curl(
        'utilities/html-to-pdf',
        json({ html: '<h1>Hello [[who]]</h1>', data: { who: 'World' } }),
        'hello.pdf',
      ),
    },
    {
      what: 'Make an invoice of a record of the sample base',
      command: curl('utilities/json-to-pdf', json(ORDER), 'order.pdf'),
    },
    ...(callsItself ? [itself] : []),
    {
      what: 'Read a record of the sample base (tables customers, products, orders, order_lines, payments)',
      command: curl('tablebase/get-record', json(order)),
    },
    {
      what: 'List records, with the records of another table that name them',
      command: curl(
        'tablebase/list-records',
        json({ ...orders, where: [{ field: 'total', op: '>=', value: 1000 }], limit: 3, children }),
      ),
    },
  ];
}

/** The clients of a server, in their own process: kept connections, prepared bodies, answers checked and thrown away. */
import { Agent, request } from 'node:http';
import { inflateSync } from 'node:zlib';
import { SERIES } from '../documents.mjs';
import { applyLoad } from '../load.mjs';
import { announce, settings } from './program.mjs';
import { REQUESTS } from './requests.mjs';

/**
 * @typedef {object} Endpoint
 * @property {string} url
 * @property {keyof typeof REQUESTS} form of the requests
 * @property {string} [token]
 */

/** An answer may be this much shorter than the first, which is checked completely: it has other texts, times and random ids. */
const LENGTH_TOLERANCE = 0.05;

const { url, form, token } = /** @type {Endpoint} */ (settings());
const agent = new Agent({ keepAlive: true });

process.on(
  'message',
  async (
    /** @type {{ document: import('../documents.mjs').BenchDocument, load: import('../load.mjs').Load }} */ order,
  ) => {
    // A server closes connections that are idle for some seconds, perhaps just when the next request is sent.
    agent.destroy();
    try {
      answer({ result: await applyLoad(await prepare(order.document, order.load), order.load) });
    } catch (error) {
      answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  },
);
announce(true, async () => agent.destroy());

/** @param {object} message it is lost if the parent has ended */
const answer = (message) => process.connected && process.send?.(message, () => undefined);

/**
 * Asks once and checks that answer completely.
 *
 * @param {import('../documents.mjs').BenchDocument} document
 * @param {import('../load.mjs').Load} load
 * @returns {Promise<() => Promise<void>>} asks again
 */
async function prepare(document, { serial }) {
  const next = requestsOf(document, serial);
  let prepared = next();
  const ask = async () => {
    const { type, body } = prepared;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': type,
      'content-length': body.length,
    };
    const answered = post({ agent, method: 'POST', headers }, body);
    prepared = next(); // now, so that no client waits for it
    const { status, chunks, bytes } = await answered;
    if (status === 200) return { chunks, bytes };
    throw new Error(`${url} answered ${status}: ${Buffer.concat(chunks).toString().slice(0, 500)}`);
  };
  const first = await ask();
  const content = Buffer.concat(first.chunks);
  check(content, document);
  const leastBytes = content.length * (1 - LENGTH_TOLERANCE);
  const begin = content.subarray(0, content.indexOf(content[0] === 0x7b ? ':' : '-')); // `{"success"` or `%PDF`
  return async () => {
    const { chunks, bytes } = await ask();
    if (bytes >= leastBytes && chunks[0]?.subarray(0, begin.length).equals(begin)) return;
    throw new Error(`${url} answered ${bytes} instead of ${content.length} bytes`);
  };
}

/**
 * @param {import('../documents.mjs').BenchDocument} document
 * @param {number | undefined} first serial number; without it, all requests are the same
 * @returns {() => import('./requests.mjs').Request} makes the next request
 */
function requestsOf(document, first) {
  if (first === undefined) {
    const request = REQUESTS[form](document);
    return () => request;
  }
  const make = SERIES[document.name];
  if (make === undefined) throw new Error(`${document.name} has no serial numbers`);
  let serial = first;
  return () => REQUESTS[form](make(serial++));
}

/** @param {Buffer} answer PDF, or JSON with it @param {import('../documents.mjs').BenchDocument} document */
function check(answer, { name, pages, images = 0 }) {
  const data = answer.subarray(0, 1).equals(Buffer.from('{')) ? JSON.parse(answer.toString()).data : undefined;
  const pdf = data === undefined ? answer : Buffer.from(data.pdf_base64, 'base64');
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`${url} answered no PDF`);
  const printed = data?.page_count ?? objectsOf(pdf).match(/\/Type ?\/Page\b/g)?.length;
  if (printed !== pages) throw new Error(`${name}: ${url} printed ${printed} pages instead of ${pages}`);
  if (images === 0) return; // a protected PDF can't be read
  const found = objectsOf(pdf).match(/\/Subtype ?\/Image\b/g)?.length ?? 0;
  if (found < images) throw new Error(`${name}: ${url} printed ${found} images instead of ${images}`);
}

/**
 * Returns all objects of a PDF as text, also those in compressed object streams. It uses none of the service's code.
 *
 * @param {Buffer} pdf
 */
function objectsOf(pdf) {
  const text = pdf.toString('latin1');
  const packed = [...text.matchAll(/\/Type ?\/ObjStm\b.*?stream\r?\n/gs)].map(({ 0: { length }, index }) =>
    inflateSync(pdf.subarray(index + length)).toString('latin1'),
  );
  return [text, ...packed].join('\n');
}

/**
 * @param {import('node:http').RequestOptions} options
 * @param {Buffer} body
 * @returns {Promise<{ status: number, chunks: Buffer[], bytes: number }>}
 */
function post(options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let bytes = 0;
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => {
        bytes += chunk.length;
        chunks.push(chunk);
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, chunks, bytes }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

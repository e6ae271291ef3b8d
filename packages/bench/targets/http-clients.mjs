/** The service's callers, in a process of their own: kept connections, a prepared body, answers counted and thrown away. */
import { Agent, request } from 'node:http';
import { obey } from './program.mjs';

/** @type {{ url: string, token: string }} */
const { url, token } = JSON.parse(process.argv[2] ?? '{}');
const agent = new Agent({ keepAlive: true });
const begin = Buffer.from('{"success":true,');
/** What follows the PDF in an answer fits into this. */
const TAIL_BYTES = 256;

obey(prepare, async () => agent.destroy());

/** @param {import('../documents.mjs').BenchDocument} document */
function prepare({ html, data, pages }) {
  const body = Buffer.from(JSON.stringify({ html, data }));
  const options = {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  };
  const expected = `"page_count":${pages}`;
  return async () => {
    const { status, head, tail, bytes } = await post(options, body);
    if (status === 200 && head.subarray(0, begin.length).equals(begin) && tail.includes(expected)) return;
    throw new Error(`the service answered ${status} with ${bytes} bytes: ${head.toString().slice(0, 500)}`);
  };
}

/**
 * @param {import('node:http').RequestOptions} options
 * @param {Buffer} body
 * @returns {Promise<{ status: number, head: Buffer, tail: string, bytes: number }>} the first and the last of the answer
 */
function post(options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let bytes = 0;
      /** @type {Buffer | undefined} */
      let head;
      /** @type {Buffer[]} the two last chunks: the end may be cut anywhere */
      let last = [];
      response.on('data', (/** @type {Buffer} */ chunk) => {
        head ??= chunk;
        bytes += chunk.length;
        last = [...last.slice(-1), chunk];
      });
      response.once('error', reject);
      response.once('end', () => {
        const tail = Buffer.concat(last.map((chunk) => chunk.subarray(-TAIL_BYTES)))
          .subarray(-TAIL_BYTES)
          .toString();
        resolve({ status: response.statusCode ?? 0, head: head ?? Buffer.alloc(0), tail, bytes });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

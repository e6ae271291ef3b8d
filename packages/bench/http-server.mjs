/** A server for benchmarks in a separate process, as real targets are. It prints its URL. */
import { createGzip } from 'node:zlib';
import { startHttpTarget } from '@toolpress/testkit';

const MIB = 1024 * 1024;
const SMALL = JSON.stringify({ order: 4711, lines: Array.from({ length: 20 }, (_, line) => ({ line, price: 12.5 })) });
const LARGE = Buffer.alloc(9 * MIB, 'a line of text that is not json\n');
const BOMB = await bomb(1024);

const target = await startHttpTarget(({ path }, response) => {
  if (path === '/large') response.writeHead(200, { 'content-type': 'text/plain' }).end(LARGE);
  else if (path === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
  else response.writeHead(200, { 'content-type': 'application/json' }).end(SMALL);
});
console.log(`at ${target.url}.`);

/** @param {number} mebibytes of zeros @returns {Promise<Buffer>} compressed */
async function bomb(mebibytes) {
  const gzip = createGzip();
  const zeros = Buffer.alloc(MIB);
  const chunks = /** @type {Promise<Buffer[]>} */ (gzip.toArray());
  for (let written = 0; written < mebibytes; written++) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve));
  }
  gzip.end();
  return Buffer.concat(await chunks);
}

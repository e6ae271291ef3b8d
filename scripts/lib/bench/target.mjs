/** A server for benchmarks, in a process of its own as real targets are: prints its URL. */
import { startHttpTarget } from '@toolpress/testkit';

const ANSWER = JSON.stringify({ order: 4711, lines: Array.from({ length: 20 }, (_, line) => ({ line, price: 12.5 })) });

const target = await startHttpTarget((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
});
console.log(`at ${target.url}.`);

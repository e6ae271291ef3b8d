/** A proxy in front of a real server that refuses, keeps or cuts answers, as overloaded and failing servers do. */
import { startHttpTarget } from '@toolpress/testkit';

/** The headers of get-record. */
const PASSED = ['authorization', 'xc-token', 'accept', 'accept-profile'];

export interface Front {
  /** The entry for `RECORD_HOSTS`. */
  host: string;
  /** The addresses of the server with each fault. `throttled` answers 429 to the first request only. */
  urls: Record<'throttled' | 'slow' | 'broken', string>;
  close(): Promise<void>;
}

/** @param server its URL. */
export async function startFront(server: string): Promise<Front> {
  let isThrottled = true;
  const target = await startHttpTarget(async ({ path, headers }, response) => {
    const [, fault, rest] = /^\/(\w+)(\/.*)$/.exec(path) ?? [];
    if (fault === 'slow') return;
    if (fault === 'throttled' && isThrottled) {
      isThrottled = false;
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
        .end('{"message":"slow down"}');
      return;
    }
    const passed = PASSED.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
    );
    const answer = await fetch(server + rest, { headers: Object.fromEntries(passed) });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(fault === 'broken' ? body.subarray(0, body.length / 2) : body);
  });
  const { url } = target;
  return {
    host: new URL(url).host,
    urls: { throttled: `${url}/throttled`, slow: `${url}/slow`, broken: `${url}/broken` },
    close: () => target.close(),
  };
}

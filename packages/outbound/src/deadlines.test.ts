/** Tests that every request ends in time and closes its connections, for any behavior of the target. */
import type { Socket } from 'node:net';
import { type HttpTarget, serviceErrorOf, startRawTarget, TARGET_ADDRESS } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import type { Resolver } from './address/guard.js';
import { createOutbound } from './client.js';
import { LIMITS, testOutbound } from './testing/outbound.js';

const LIMIT_MS = 500;
/** The tolerance for late requests on a machine that is busy with other tests. */
const PATIENCE_MS = 50_000;

/** Sends the same bytes again and again until the other side is gone. */
function drip(socket: Socket, bytes: string, everyMs = 5): void {
  const timer = setInterval(() => socket.write(bytes), everyMs);
  socket.once('close', () => clearInterval(timer));
}

const HEAD = 'HTTP/1.1 200 OK\r\n';

interface Behaviour {
  readonly respond: (socket: Socket) => unknown;
  readonly missing: string;
  readonly scheme?: 'https';
  readonly body?: Buffer;
  /** Does not wait for a request. */
  readonly greet?: boolean;
}

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'never answers': { respond: () => undefined, missing: 'send complete response headers' },
  'never says a word in TLS': {
    respond: () => undefined,
    greet: true,
    scheme: 'https',
    missing: 'finish the TLS handshake',
  },
  'drips its headers': {
    respond: (socket) => {
      socket.write(HEAD);
      drip(socket, 'X-A: b\r\n', 30);
    },
    missing: 'send complete response headers',
  },
  'drips one endless header': {
    respond: (socket) => {
      socket.write(`${HEAD}X-A: `);
      drip(socket, 'b', 20);
    },
    missing: 'send complete response headers',
  },
  'sends endless 100 Continue': {
    respond: (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    missing: 'send complete response headers',
  },
  'sends endless 103 Early Hints': {
    respond: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50)),
    missing: 'send complete response headers',
  },
  'drips its body': {
    respond: (socket) => {
      socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
      drip(socket, 'x');
    },
    missing: 'finish its response body',
  },
  'drips its body in chunks': {
    respond: (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      drip(socket, '1\r\nx\r\n');
    },
    missing: 'finish its response body',
  },
  'drips a compressed body': {
    respond: (socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\n\r\n`);
      socket.write(Buffer.from([0x1f, 0x8b, 8, 0x08, 0, 0, 0, 0, 0, 3]));
      drip(socket, 'x');
    },
    missing: 'finish its response body',
  },
  'sends a body without an end': {
    respond: (socket) => socket.write(`${HEAD}\r\nsome`),
    missing: 'finish its response body',
  },
  'never reads the request': {
    respond: (socket) => socket.pause(),
    greet: true,
    body: Buffer.alloc(8_000_000),
    missing: 'read the request',
  },
  'redirects to one that never answers': {
    respond: (socket) =>
      socket.write('HTTP/1.1 302 Found\r\nLocation: http://silent.example:8/\r\n\r\n'.replace(':8', ':8008')),
    missing: 'was not resolved in time',
  },
};

describe('A request', () => {
  let target: HttpTarget | undefined;
  afterEach(async () => {
    await target?.idle();
    await target?.close();
    target = undefined;
  });

  const silent: Resolver = () => new Promise(() => undefined);
  const outbound = testOutbound({ resolve: silent });

  /** @returns the milliseconds it took. */
  const timed = async (call: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await call();
    return performance.now() - start;
  };

  const request = (url: string, body?: Buffer, signal?: AbortSignal, timeoutMs = LIMIT_MS) =>
    outbound.request(
      { method: body === undefined ? 'GET' : 'POST', url, headers: {}, ...(body === undefined ? {} : { body }) },
      { ...LIMITS, timeoutMs, maxRequestBytes: 10_000_000 },
      signal,
    );

  for (const [what, { respond, missing, scheme, body, greet }] of Object.entries(BEHAVIOURS)) {
    it(`ends at its deadline when the target ${what}`, async () => {
      target = await startRawTarget(respond, { greet: greet ?? false });
      const url = scheme ? `https://${TARGET_ADDRESS}:${target.port}/` : target.url;
      const took = await timed(async () => {
        const error = await serviceErrorOf(() => request(url, body));
        expect(error.code).to.equal('deadline_exceeded');
        expect(error.message).to.match(/^The target \S+( \(after 1 redirect\))? took longer than 500 ms: it/);
        expect(error.message).to.include(missing);
      });
      expect(took).to.be.within(LIMIT_MS - 5, LIMIT_MS + PATIENCE_MS);
    });

    it(`ends immediately when its caller hangs up while the target ${what}`, async () => {
      target = await startRawTarget(respond, { greet: greet ?? false });
      const url = scheme ? `https://${TARGET_ADDRESS}:${target.port}/` : target.url;
      const caller = new AbortController();
      const reason = new Error('the caller hung up');
      setTimeout(() => caller.abort(reason), 60);
      const took = await timed(async () => {
        const ended = await request(url, body, caller.signal, 60_000).catch((error: unknown) => error);
        expect(ended).to.equal(reason);
      });
      expect(took).to.be.lessThan(PATIENCE_MS);
    });
  }

  it('ends at its deadline while a name is looked up, and does not wait for the look-up', async () => {
    const error = await serviceErrorOf(() => request('http://slow.example/'));
    expect(error.code).to.equal('deadline_exceeded');
    expect(error.message).to.equal(
      'The target slow.example took longer than 500 ms: its name was not resolved in time.',
    );
  });

  it('ends a look-up for another client at its deadline, and when its caller is gone', async () => {
    const looking = createOutbound({ allow: [], resolve: silent });
    const { signal } = new AbortController();
    const { code } = await serviceErrorOf(() => looking.addressesOf('slow.example', 80, LIMIT_MS, signal));
    expect(code).to.equal('deadline_exceeded');
    const gone = AbortSignal.abort('gone');
    const ended = await looking.addressesOf('slow.example', 80, 60_000, gone).catch((error: unknown) => error);
    expect(ended).to.equal('gone');
  });

  it('ends at its deadline in the queue of look-ups, too', async () => {
    const crowded = testOutbound({ resolve: silent, maxConcurrentLookups: 1 });
    const get = (host: string) =>
      crowded.request({ method: 'GET', url: `http://${host}/`, headers: {} }, { ...LIMITS, timeoutMs: LIMIT_MS });
    const errors = await Promise.all(
      ['a.example', 'b.example', 'c.example'].map((host) => serviceErrorOf(() => get(host))),
    );
    expect(errors.map(({ code }) => code)).to.deep.equal(Array(3).fill('deadline_exceeded'));
  });

  it('is not even begun for a caller who is gone', async () => {
    target = await startRawTarget(() => undefined);
    const ended = await request(target.url, Buffer.from('x'), AbortSignal.abort('gone')).catch(
      (error: unknown) => error,
    );
    expect(ended).to.equal('gone');
    expect(target.connections).to.equal(0);
  });

  it('ends when the client is closed, and no new one begins', async () => {
    const outbound = testOutbound();
    target = await startRawTarget(() => undefined);
    const { url } = target;
    const get = () => outbound.request({ method: 'GET', url, headers: {} }, { ...LIMITS, timeoutMs: 60_000 });
    const waiting = Array.from({ length: 20 }, () => serviceErrorOf(get));
    setTimeout(() => outbound.close(), 50);
    for (const error of await Promise.all(waiting)) expect(error.code).to.equal('unavailable');
    const { connections } = target;
    expect((await serviceErrorOf(get)).code).to.equal('unavailable');
    expect(target.connections).to.equal(connections);
  });

  it('lets go of its caller’s signal', async () => {
    target = await startRawTarget((socket) => socket.end(`${HEAD}Content-Length: 2\r\n\r\nok`));
    const caller = new AbortController();
    let listening = 0;
    const { addEventListener: add, removeEventListener: remove } = caller.signal;
    caller.signal.addEventListener = (...call: Parameters<typeof add>) => {
      listening++;
      add.apply(caller.signal, call);
    };
    caller.signal.removeEventListener = (...call: Parameters<typeof remove>) => {
      listening--;
      remove.apply(caller.signal, call);
    };
    for (let round = 0; round < 5; round++) await request(target.url, undefined, caller.signal, 5_000);
    expect(listening).to.equal(0);
  });
});

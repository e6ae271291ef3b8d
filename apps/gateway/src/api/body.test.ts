import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ServiceError } from '@toolpress/contract';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import type { Request } from 'express';
import { after, before, beforeEach, describe, it } from 'mocha';
import { receiveBody, streamBody, type TakePiece } from './body.js';
import { MemoryBudget } from './memory-budget.js';

const LIMIT = 1024 * 1024;
const MIB = 1024 * 1024;

describe('The body of a request', () => {
  const budget = new MemoryBudget(16 * MIB, 50);
  let server: Server;
  let open: Socket | undefined;
  before(async () => {
    server = createServer(async (request, response) => {
      const memory = budget.share('ann');
      const intake = { limit: LIMIT, memory, signal: new AbortController().signal, stallMs: 1_500 };
      const outcome = await receiveBody(request, intake).then(
        (body) => (body === undefined ? 'none' : `${body.length} ${body.subarray(0, 5)}`),
        (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
      );
      memory.release();
      response.end(outcome);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    open?.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Sends a head and bytes, and no end. @returns what is answered to that. */
  async function answerTo(headers: string[], ...pieces: (string | Buffer)[]): Promise<string> {
    open?.destroy();
    open = connect((server.address() as AddressInfo).port, '127.0.0.1');
    open.write(['POST / HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n'));
    for (const piece of pieces) open.write(piece);
    let text = '';
    for await (const chunk of open.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      const [head = '', body] = text.split('\r\n\r\n');
      if (body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1])) return body;
    }
    return 'closed';
  }
  const sized = (bytes: Buffer | string): string => `Content-Length: ${Buffer.byteLength(bytes)}`;

  it('comes whole, in any of the codings', async () => {
    expect(await answerTo(['Content-Length: 6'], 'ab', 'cdef')).to.equal('6 abcde');
    expect(await answerTo(['Content-Length: 0'])).to.equal('0 ');
    expect(await answerTo([])).to.equal('none');
    expect(await answerTo(['Transfer-Encoding: chunked'], '3\r\nabc\r\n', '2\r\nde\r\n0\r\n\r\n')).to.equal('5 abcde');
    const text = 'large'.repeat(100_000);
    for (const [coding, bytes] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['BR', brotliCompressSync(text)],
    ] as const) {
      expect(await answerTo([`Content-Encoding: ${coding}`, sized(bytes)], bytes), coding).to.equal('500000 large');
    }
  });

  it('over the limit is rejected early: by its length, while it arrives, or while it is decompressed', async () => {
    expect(await answerTo([`Content-Length: ${LIMIT + 1}`])).to.equal('body_too_large');
    const chunk = `80001\r\n${'x'.repeat(0x80001)}\r\n`;
    expect(await answerTo(['Transfer-Encoding: chunked'], chunk, chunk)).to.equal('body_too_large');
    const bomb = gzipSync(Buffer.alloc(64 * MIB));
    expect(await answerTo(['Content-Encoding: gzip', `Content-Length: ${bomb.length + 1}`], bomb)).to.equal(
      'body_too_large',
    );
  });

  it('that stops arriving is given up', async () => {
    expect(await answerTo(['Content-Length: 100'], 'half')).to.equal('invalid_json');
  });

  it('that is not what it says can’t be read', async () => {
    expect(await answerTo(['Content-Encoding: gzip', 'Content-Length: 5'], 'plain')).to.equal('invalid_json');
    const half = gzipSync('whole'.repeat(1_000)).subarray(0, 20);
    expect(await answerTo(['Content-Encoding: gzip', sized(half)], half)).to.equal('invalid_json');
    expect(await answerTo(['Content-Encoding: lzma', 'Content-Length: 1'], 'x')).to.equal('media_type_unsupported');
  });

  it('waits for memory before it is read, and is rejected when the memory is used up', async () => {
    const others = budget.share('bob');
    others.body.set(16 * MIB);
    expect(await answerTo([`Content-Length: ${LIMIT}`])).to.equal('overloaded');
    expect(await answerTo(['Content-Length: 6'], 'small!'), 'small ones go on').to.equal('6 small');
    const answer = answerTo([`Content-Length: ${LIMIT}`], Buffer.alloc(LIMIT, 'y'));
    setTimeout(() => others.release(), 20);
    expect(await answer).to.equal(`${LIMIT} yyyyy`);
  });

  it('of a caller who hangs up leaves nothing behind', async () => {
    for (const headers of [[], ['Content-Encoding: gzip']]) {
      const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
      caller.write(['POST / HTTP/1.1', 'Host: x', 'Content-Length: 1000000', ...headers, '', ''].join('\r\n'));
      caller.write(gzipSync('y'.repeat(10_000)));
      await new Promise((resolve) => setTimeout(resolve, 30));
      caller.destroy();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(await answerTo(['Content-Length: 6'], 'abcdef')).to.equal('6 abcde');
  });
});

describe('A body that is passed on as it comes', () => {
  /** What the server does with the pieces. */
  let take: TakePiece;
  /** How long it does something else before, milliseconds. */
  let busyMs: number;
  let stallMs: number;
  let outcomes: string[];
  let server: Server;
  before(async () => {
    server = createServer(async (request, response) => {
      await sleep(busyMs);
      const express = Object.assign(request, { get: (name: string) => request.headers[name] }) as unknown as Request;
      const body = { limit: 64 * MIB, stallMs, mediaTypes: ['text/plain'] as const, anyCharset: [], accepted: 'text' };
      const outcome = await streamBody(express, body, take).then(
        () => 'whole',
        (error: unknown) => (error instanceof ServiceError ? error.message : String(error)),
      );
      outcomes.push(outcome);
      response.end(outcome);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    [busyMs, stallMs, outcomes] = [0, 10_000, []];
  });
  const send = async (body: Buffer, headers: Record<string, string> = {}): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'PUT', body, headers })).text();
  };

  for (const [name, coded, headers] of [
    ['as it is', (bytes: Buffer) => bytes, {}],
    ['compressed', (bytes: Buffer) => gzipSync(bytes), { 'content-encoding': 'gzip' }],
  ] as const) {
    it(`${name} is whole only when its last piece is taken`, async () => {
      let taken = 0;
      take = async (piece) => {
        await sleep(15);
        taken += piece.length;
      };
      for (const bytes of [1, 100_000, 300_000, 1_000_000]) {
        taken = 0;
        expect([await send(coded(Buffer.alloc(bytes, 'x')), headers), taken]).to.deep.equal(['whole', bytes]);
      }
    });

    it(`${name} fails when its last piece can't be taken`, async () => {
      let taken = 0;
      take = async (piece) => {
        await sleep(15);
        taken += piece.length;
        if (taken === 300_000) throw new Error('no room');
      };
      expect(await send(coded(Buffer.alloc(300_000, 'x')), headers)).to.equal('Error: no room');
    });
  }

  it('of a caller who hung up before it was read is not awaited', async () => {
    busyMs = 100;
    take = () => undefined;
    for (const headers of [[], ['Content-Encoding: gzip']]) {
      outcomes = [];
      const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
      caller.write(['PUT / HTTP/1.1', 'Host: x', 'Content-Length: 1000000', ...headers, '', ''].join('\r\n'));
      await sleep(30);
      caller.destroy();
      await eventually(() => expect(outcomes).to.deep.equal(['The request body ended before it was complete.']));
    }
  });

  it('does not stop while it is decompressed, however small it was before', async () => {
    stallMs = 2_000; // 64 pieces of 50 ms take longer
    let taken = 0;
    take = (piece) => {
      taken += piece.length;
      const until = performance.now() + 50;
      while (performance.now() < until);
      return undefined;
    };
    const outcome = await send(gzipSync(Buffer.alloc(4 * MIB, 'x')), { 'content-encoding': 'gzip' });
    expect([outcome, taken]).to.deep.equal(['whole', 4 * MIB]);
  });
});

import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type HttpTarget, serviceErrorOf, startHttpTarget, startRawTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { get, testOutbound } from './testing/outbound.js';

const TEXT = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(2_000));
const LIMIT = 1_000_000;

/** A gigabyte of zeros in one megabyte: members of a gzip file may follow one another. */
const GIGABYTE = Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024))));

const ENCODED: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(TEXT),
  'x-gzip': gzipSync(TEXT),
  GZIP: gzipSync(TEXT),
  deflate: deflateSync(TEXT),
  'deflate ': deflateRawSync(TEXT),
  br: brotliCompressSync(TEXT),
  identity: TEXT,
  'identity, gzip': gzipSync(TEXT),
  'gzip, gzip': gzipSync(gzipSync(TEXT)),
  'gzip, br': brotliCompressSync(gzipSync(TEXT)),
  'br, deflate,gzip': gzipSync(deflateRawSync(brotliCompressSync(TEXT))),
};

describe('The body of an answer', () => {
  const outbound = testOutbound();
  let target: HttpTarget;
  let respond: (response: ServerResponse) => unknown;
  before(async () => {
    target = await startHttpTarget((_request, response) => respond(response));
  });
  after(async () => {
    outbound.close();
    await target.close();
  });

  const bodyOf = async (coding: string, body: Buffer, maxResponseBytes = LIMIT): Promise<Buffer> => {
    respond = (response) => response.writeHead(200, coding === '' ? {} : { 'content-encoding': coding }).end(body);
    return (await get(outbound, target.url, { limits: { maxResponseBytes } })).body;
  };

  for (const [coding, body] of Object.entries(ENCODED)) {
    it(`is decompressed from "${coding}"`, async () => {
      expect((await bodyOf(coding, body)).equals(TEXT)).to.equal(true);
    });
  }

  it('may come a byte at a time', async () => {
    for (const coding of ['gzip', 'deflate', 'br'] as const) {
      const body = { gzip: gzipSync, deflate: deflateRawSync, br: brotliCompressSync }[coding](TEXT.subarray(0, 500));
      respond = async (response) => {
        response.writeHead(200, { 'content-encoding': coding });
        for (const byte of body) {
          response.write(Buffer.of(byte));
          await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      };
      const received = await get(outbound, target.url);
      expect(received.body.toString()).to.equal(TEXT.toString('utf8', 0, 500));
    }
  });

  for (const coding of [
    'zstd',
    'compress',
    'aws-chunked',
    'gzip, foo',
    'foo, gzip',
    'utf-8',
    'constructor',
    '__proto__',
  ]) {
    it(`stays as it came in "${coding}", which is not known here`, async () => {
      const body = gzipSync(TEXT);
      expect((await bodyOf(coding, body)).equals(body)).to.equal(true);
    });
  }

  it('may be empty in any coding', async () => {
    for (const coding of ['', 'gzip', 'br', 'deflate', 'gzip, br'])
      expect(await bodyOf(coding, Buffer.alloc(0))).to.have.length(0);
  });

  it('is exactly as large as the limit, or refused', async () => {
    for (const coding of ['', 'gzip', 'deflate', 'br']) {
      const encode = { '': (bytes: Buffer) => bytes, gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[
        coding
      ];
      if (encode === undefined) throw new Error('no encoder');
      expect(await bodyOf(coding, encode(Buffer.alloc(5_000, 'x')), 5_000)).to.have.length(5_000);
      const error = await serviceErrorOf(() => bodyOf(coding, encode(Buffer.alloc(5_001, 'x')), 5_000));
      expect(error.code, coding).to.equal('response_too_large');
      expect(error.message).to.equal(
        `The target 127.0.0.2:${target.port} sent a response body of more than 5000 bytes, decompressed.`,
      );
    }
    expect(await bodyOf('', Buffer.alloc(0), 0)).to.have.length(0);
  });

  for (const [what, coding, bomb] of [
    ['a gigabyte in gzip', 'gzip', GIGABYTE],
    ['a gigabyte in gzip in gzip', 'gzip, gzip', gzipSync(GIGABYTE)],
    ['a gigabyte in gzip in brotli', 'gzip, br', brotliCompressSync(GIGABYTE)],
    ['gzip members without any content', 'gzip', Buffer.concat(Array<Buffer>(60_000).fill(gzipSync('')))],
  ] as const) {
    it(`is refused as soon as it is over the limit: ${what}`, async () => {
      const error = await serviceErrorOf(() => bodyOf(coding, bomb));
      expect(error.code).to.equal('response_too_large');
      await target.idle();
    });
  }

  it('is refused over the limit without waiting for the rest', async () => {
    for (const coding of ['gzip', 'identity']) {
      respond = (response) => {
        response.writeHead(200, { 'content-encoding': coding });
        response.write(coding === 'gzip' ? GIGABYTE.subarray(0, 50_000) : Buffer.alloc(LIMIT + 1));
      };
      expect((await serviceErrorOf(() => get(outbound, target.url))).code).to.equal('response_too_large');
      await target.idle();
    }
  });

  for (const [what, coding, body] of [
    ['cut off gzip', 'gzip', gzipSync(TEXT).subarray(0, 100)],
    ['cut off brotli', 'br', brotliCompressSync(TEXT).subarray(0, 50)],
    ['cut off zlib', 'deflate', deflateSync(TEXT).subarray(0, 100)],
    ['cut off raw deflate', 'deflate', deflateRawSync(TEXT).subarray(0, 100)],
    ['gzip with a wrong checksum', 'gzip', Buffer.concat([gzipSync(TEXT).subarray(0, -8), Buffer.alloc(8)])],
    ['text that is called gzip', 'gzip', TEXT],
    ['text that is called brotli', 'br', TEXT],
    ['text that is called deflate', 'deflate', TEXT],
    ['gzip in gzip that is not', 'gzip, gzip', gzipSync(TEXT)],
    ['more codings than any honest answer', 'gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync('x'))))],
  ] as const) {
    it(`is refused when it is broken: ${what}`, async () => {
      const error = await serviceErrorOf(() => bodyOf(coding, body));
      expect(error.code).to.equal('response_invalid');
      expect(error.message).to.include('sent a response body that its Content-Encoding does not fit');
    });
  }

  it('ignores what follows compressed data with an end marker', async () => {
    const body = Buffer.concat([brotliCompressSync(TEXT), Buffer.alloc(100_000)]);
    expect((await bodyOf('br', body)).equals(TEXT)).to.equal(true);
  });

  it('is whole when a chunked answer ends in trailers and a closed connection', async () => {
    const chunk = Buffer.alloc(300_000, 'x');
    const raw = await startRawTarget((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n');
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.end('\r\n0\r\nX-Sum: 1\r\n\r\n');
    });
    try {
      for (let round = 0; round < 20; round++) expect((await get(outbound, raw.url)).body).to.have.length(chunk.length);
    } finally {
      await raw.close();
    }
  });
});

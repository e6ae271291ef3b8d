import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type HttpTarget, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { OutboundLimits } from './client.js';
import { get, testOutbound } from './testing/outbound.js';

const MEBIBYTE = 1024 * 1024;

describe('A body that is taken as it comes', () => {
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

  const taken = async (
    {
      maxBytes = 20 * MEBIBYTE,
      slowly = false,
      signal,
    }: { maxBytes?: number; slowly?: boolean; signal?: AbortSignal } = {},
    fail?: (bytes: number) => void,
  ) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let ended: unknown = 'whole';
    const take = async (each: AsyncIterable<Uint8Array>): Promise<void> => {
      try {
        for await (const piece of each) {
          pieces.push(Buffer.from(piece));
          bytes += piece.length;
          fail?.(bytes);
          if (slowly) await sleep(1);
        }
      } catch (error) {
        ended = error;
        throw error;
      }
    };
    const limits: Partial<OutboundLimits> = { takerOf: () => ({ maxBytes, take }) };
    const answer = await get(outbound, target.url, { limits, ...(signal && { signal }) }).catch(
      (error: unknown) => error,
    );
    return { answer, body: Buffer.concat(pieces), ended };
  };

  for (const [how, headers, coded] of [
    ['with a length', { 'content-length': String(8 * MEBIBYTE) }, (body: Buffer) => body],
    ['in chunks', {}, (body: Buffer) => body],
    ['compressed', { 'content-encoding': 'gzip' }, (body: Buffer) => gzipSync(body)],
  ] as const) {
    it(`arrives whole ${how}, over the limit of bodies in memory, however slowly it is taken`, async () => {
      const sent = Buffer.alloc(8 * MEBIBYTE, 'abcdefghijk');
      respond = (response) => response.writeHead(200, { ...headers, connection: 'close' }).end(coded(sent));
      const { answer, body } = await taken({ slowly: true });
      expect(answer).to.deep.include({ status: 200, body: Buffer.alloc(0) });
      expect(body.equals(sent)).to.equal(true);
    });
  }

  it('may be empty', async () => {
    respond = (response) => response.writeHead(204).end();
    expect((await taken()).answer).to.include({ status: 204 });
  });

  it('ends with an error for its taker, too, when it is too large or cut off', async () => {
    respond = (response) => response.writeHead(200).end(Buffer.alloc(MEBIBYTE));
    const large = await taken({ maxBytes: 1_000 });
    expect(large.answer).to.include({ code: 'response_too_large' });
    expect((large.answer as Error).message).to.include('more than 1000 bytes');
    expect(large.ended).to.be.instanceOf(Error);
    respond = (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    const cut = await taken();
    expect(cut.answer).to.include({ code: 'response_invalid' });
    expect(cut.ended).to.be.instanceOf(Error);
  });

  it('fails with the error of its taker', async () => {
    respond = (response) => response.writeHead(200).end(Buffer.alloc(4 * MEBIBYTE));
    const { answer } = await taken({}, (bytes) => {
      if (bytes > MEBIBYTE) throw new Error('the disk is full');
    });
    expect(answer).to.have.property('message', 'the disk is full');
  });

  it('ends when the caller is gone', async () => {
    respond = (response) => response.writeHead(200).write('half');
    const gone = new AbortController();
    const { answer, ended } = await taken({ signal: gone.signal }, () => gone.abort(new Error('gone')));
    expect(answer).to.have.property('message', 'gone');
    expect(ended).to.be.instanceOf(Error);
  });
});

import { PassThrough } from 'node:stream';
import { Bytes, Room } from '@toolpress/runtime';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { BodyCutOff, BodyTooLarge } from './content-coding.js';
import { Intake } from './read-body.js';

const ROOM = new Room(1_000_000, () => undefined);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The error that a stream ends with. */
const endOf = (stream: Intake): Promise<unknown> => new Promise((resolve) => stream.once('error', resolve));

describe('The intake of a body', () => {
  it('keeps a hundred thousand chunks of one byte as one piece', async () => {
    const source = new PassThrough();
    const intake = new Intake(source, 200_000, ROOM);
    await turn();
    for (let count = 0; count < 100_000; count++) source.write(Buffer.of(count & 0xff));
    source.end();
    await turn();
    const pieces: Buffer[] = [];
    for await (const piece of intake) pieces.push(piece as Buffer);
    expect(pieces.length).to.be.lessThan(10);
    const bytes = Buffer.concat(pieces);
    expect(bytes).to.have.length(100_000);
    expect(bytes.every((byte, index) => byte === (index & 0xff))).to.equal(true);
  });

  it('never makes its source wait', async () => {
    const source = new PassThrough({ highWaterMark: 1_000 });
    const intake = new Intake(source, 1_000_000, ROOM);
    source.end(Buffer.alloc(900_000));
    await new Promise((resolve) => source.once('end', resolve));
    source.destroy(new Error('the connection closed'));
    let length = 0;
    for await (const piece of intake) length += (piece as Buffer).length;
    expect(length).to.equal(900_000);
  });

  it('makes its source wait while there is no room for it, and ends with it when there will be none', async () => {
    for (const outcome of ['room', 'none'] as const) {
      let resolve = (): void => undefined;
      let reject = (_reason: Error): void => undefined;
      const promise = new Promise<void>((...settle) => {
        [resolve, reject] = settle;
      });
      const source = new PassThrough();
      const intake = new Intake(source, 1_000_000, new Room(1_000_000, () => promise));
      for (let piece = 0; piece < 3; piece++) {
        source.write(Buffer.alloc(50_000));
        await turn();
      }
      expect(source.isPaused(), 'beyond 64 KiB').to.equal(true);
      const failed = endOf(intake);
      if (outcome === 'none') {
        reject(new Error('no room'));
        expect(await failed).to.have.property('message', 'no room');
        continue;
      }
      resolve();
      source.end();
      let length = 0;
      for await (const piece of intake) length += (piece as Buffer).length;
      expect(length).to.equal(150_000);
    }
  });

  it('ends in an error over the limit, and when its source ends too soon', async () => {
    const source = new PassThrough();
    const intake = new Intake(source, 10, ROOM);
    source.write(Buffer.alloc(11));
    expect(await endOf(intake)).to.be.instanceOf(BodyTooLarge);
    for (const cause of [undefined, new Error('reset')]) {
      const broken = new PassThrough();
      const cut = new Intake(broken, 10, ROOM);
      broken.write('half');
      broken.destroy(cause);
      const error = await endOf(cut);
      expect(error).to.be.instanceOf(BodyCutOff);
      expect((error as Error).cause).to.equal(cause);
    }
  });
});

describe('Bytes', () => {
  it('take pieces of any size, up to their most, and hand them over once', () => {
    const bytes = new Bytes(10_000);
    for (const size of [0, 1, 4_095, 1, 5_000, 903]) bytes.append(Buffer.alloc(size, size & 0xff));
    expect(bytes.length).to.equal(10_000);
    const taken = bytes.take();
    expect(taken).to.have.length(10_000);
    expect([taken[0], taken[1], taken[4_096], taken[4_097], taken[9_999]]).to.deep.equal([1, 0xff, 1, 0x88, 0x87]);
    expect(bytes.take()).to.have.length(0);
    bytes.append(Buffer.from('again'));
    expect(bytes.take().toString()).to.equal('again');
    expect(taken[0]).to.equal(1);
  });
});

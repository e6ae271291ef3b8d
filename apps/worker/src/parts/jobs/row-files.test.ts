import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import type { OpenedFile } from '@toolpress/storage';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { RowFiles } from './row-files.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const NEVER = new AbortController().signal;

/** A store whose files are as large as their ids say. */
function storeOf(pieces: (bytes: number) => Iterable<Buffer> | AsyncIterable<Buffer>) {
  const streams: Readable[] = [];
  return {
    streams,
    async open(id: string): Promise<OpenedFile> {
      if (id === 'gone') throw new ServiceError('file_unknown', 'as the test wants');
      const stream = Readable.from(pieces(Number(id)), { objectMode: false });
      streams.push(stream);
      return { stream, sizeBytes: Number(id), storedAt: new Date(), contentDisposition: 'inline' };
    },
  };
}
const whole = storeOf((bytes) => [Buffer.alloc(bytes, 'x')]);

describe('The files of rows', () => {
  it('come in their order, those that are gone are counted, rows without one are passed over', async () => {
    const ids = ['3', '', '4000000', 'gone', '5', '3000000', 'gone', '7', ''];
    const files = new RowFiles(whole, ids, NEVER);
    const found: string[] = [];
    for await (const { row, content } of files) found.push(`${row}: ${content.length}`);
    expect(found).to.deep.equal(['1: 3', '3: 4000000', '5: 5', '6: 3000000', '8: 7']);
    expect(files.missing).to.equal(2);
  });

  it('are read ahead where they are small; of large ones there is one at a time in memory', async () => {
    for (const [each, count, most] of [
      [20 * MIB, 12, 21 * MIB],
      [100 * KIB, 40, 9 * 100 * KIB],
    ] as const) {
      let held = 0;
      let mostHeld = 0;
      const store = storeOf(async function* (bytes) {
        for (let from = 0; from < bytes; from += 50 * KIB) {
          held += 50 * KIB;
          mostHeld = Math.max(mostHeld, held);
          yield Buffer.alloc(Math.min(50 * KIB, bytes - from));
        }
      });
      for await (const { content } of new RowFiles(store, Array(count).fill(String(each)), NEVER)) {
        await sleep(5);
        held -= content.length;
      }
      expect(mostHeld).to.be.within(each, most + 10 * 100 * KIB);
      expect(store.streams.every(({ destroyed }) => destroyed)).to.equal(true);
    }
  });

  it('that break off on their way make the store unavailable: it is tried again', async () => {
    const broken = storeOf(function* () {
      yield Buffer.alloc(10);
      throw new Error('aborted');
    });
    const short = storeOf(() => [Buffer.alloc(10)]);
    for (const store of [broken, short]) {
      const { code } = await serviceErrorOf(async () => {
        for await (const _file of new RowFiles(store, ['100'], NEVER));
      });
      expect(code).to.equal('unavailable');
    }
  });
});

import type { FileStore } from '@toolpress/storage';
import { eventually, startConnectedRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { AnswerStore } from './stored-answer.js';

const MEBIBYTE = 1024 * 1024;

describe('An answer that is stored', () => {
  let own: Awaited<ReturnType<typeof startConnectedRedis>>;
  before(async () => {
    own = await startConnectedRedis();
  });
  after(() => own.server.stop());

  it('waits for memory as it comes, for no more than is held', async () => {
    const asked: [bytes: number, isMore: boolean][] = [];
    let stored = 0;
    let grant: () => void = () => undefined;
    const store: Pick<FileStore, 'putStream'> = {
      async putStream(_id, pieces) {
        for await (const piece of pieces) stored += piece.length;
        return stored;
      },
    };
    const roomFor = (bytes: number, isMore: boolean): Promise<void> => {
      asked.push([bytes, isMore]);
      return new Promise((resolve) => (grant = resolve));
    };
    const answers = new AnswerStore(
      { redis: own.redis, store: store as FileStore, storage: { left: async () => 1e9 }, fileTtl: 60 },
      'account',
      roomFor,
    );
    const body = async function* (): AsyncGenerator<Uint8Array> {
      for (let sent = 0; sent < 40; sent++) yield Buffer.alloc(MEBIBYTE);
    };
    const taken = answers.takerOf({ status: 200, headers: {}, url: 'https://api.example/' })?.take(body());
    const held: number[] = [];
    for (const step of [1, 2, 3]) {
      await eventually(() => expect(asked).to.have.length(step));
      held.push(stored);
      grant();
    }
    await taken;
    expect(asked.map(([, isMore]) => isMore)).to.deep.equal([false, true, true]);
    expect(asked.reduce((sum, [bytes]) => sum + bytes, 0)).to.equal(16 * MEBIBYTE);
    expect(held).to.deep.equal([0, 1 * MEBIBYTE, 8 * MEBIBYTE]);
    expect(answers.stored?.sizeBytes).to.equal(40 * MEBIBYTE);
  });
});

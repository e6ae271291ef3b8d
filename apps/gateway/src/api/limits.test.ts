import { expect } from 'chai';
import { describe, it } from 'mocha';
import { OpenStreams } from './limits.js';

describe('Open event streams', () => {
  const codeOf = (open: Promise<unknown>): Promise<string> =>
    open.then(
      () => 'none',
      (error) => error.code,
    );

  it('are 20 of an account; one that ends leaves room', async () => {
    const streams = new OpenStreams();
    const ends = await Promise.all(Array.from({ length: 20 }, () => streams.enter('one')));
    expect(await codeOf(streams.enter('one'))).to.equal('concurrency_exceeded');
    expect(await codeOf(streams.enter('other'))).to.equal('none');
    ends[0]?.();
    expect(await codeOf(streams.enter('one'))).to.equal('none');
  });

  it('are 1,000 of all accounts', async () => {
    const streams = new OpenStreams();
    for (let count = 0; count < 1_000; count++) await streams.enter(`account ${count}`);
    expect(await codeOf(streams.enter('one more'))).to.equal('overloaded');
  });
});

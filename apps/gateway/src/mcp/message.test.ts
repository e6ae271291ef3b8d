import { jsonText, RawJson } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { LargeBodies } from '../api/large-bodies.js';
import { readMessage } from './message.js';

describe('A message of an agent', () => {
  const OUTSIDE = { get_job: ['id', 'wait'] };
  const largeBodies = new LargeBodies();
  after(() => largeBodies.close());

  const read = (message: unknown) =>
    readMessage(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), OUTSIDE, largeBodies, {
      account: 'acc_1',
    });
  const call = (args: unknown, more: object = {}): object => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'get_job', arguments: args, ...more },
  });
  const unknown = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`u${index}`, 1]));

  it('is read without its arguments, which are divided into the body and others, and not parsed if they are many', async () => {
    for (const count of [3, 20_000]) {
      const args = { id: 'job', html: 'x', filename: { a: 1 }, ...unknown(count) };
      const { message, args: given, lookedAt } = await read(call(args, { _meta: { a: 'b' } }));
      expect(message).to.deep.equal(call({}, { _meta: { a: 'b' } }));
      expect(given instanceof RawJson).to.equal(count > 3);
      const { id: _id, ...body } = args;
      expect(JSON.parse(jsonText(given))).to.deep.equal(body);
      expect(lookedAt).to.deep.equal({ id: 'job', filename: { a: 1 } });
    }
  });

  it('has no argument that would become the prototype of others', async () => {
    const { args } = await read('{"method":"tools/call","params":{"arguments":{"__proto__":{"html":"x"},"css":"y"}}}');
    expect(args).to.deep.equal({ css: 'y' });
    expect((args as { html?: string }).html).to.equal(undefined);
  });

  it('may be anything else that the protocol’s library refuses', async () => {
    const named = (name: unknown) => ({ method: 'tools/call', params: { name } });
    for (const message of [
      null,
      1,
      {},
      { params: [] },
      call([1]),
      call(null),
      named({ toString: 1 }),
      named(['get_job']),
    ])
      expect(await read(message)).to.deep.equal({ message, args: {}, lookedAt: {} });
  });

  it('is refused with many names and values besides its arguments', async () => {
    for (const message of [unknown(501), call({}, unknown(501)), call({}, { _meta: Array(1_001).fill(0) })])
      expect((await serviceErrorOf(() => read(message))).message).to.equal(
        'The message must have at most 1,000 names and values besides `params.arguments`.',
      );
    expect(await read(call(unknown(2_000)))).to.have.nested.property('args.u1999');
  });

  it('does not delay others while it is read', async () => {
    const message = JSON.stringify(call(unknown(20_000)));
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    for (let count = 0; count < 5; count++) await read(message);
    clearInterval(counting);
    expect(turns).to.be.above(10);
  });
});

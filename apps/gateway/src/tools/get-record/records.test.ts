import { type Json, jsonText, type RecordRequest } from '@toolpress/contract';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { LargeBodies } from '../../api/large-bodies.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import type { ProviderRequest } from './provider.js';
import { answerIn } from './providers/answers.js';
import { Records, type RecordsOptions } from './records.js';

const MIB = 2 ** 20;

const largeBodies = new LargeBodies();

/** Reads records of PocketBase. Each answer has 1 MiB. @param received called when an answer has room in memory. */
function recordsOf(received: () => Promise<void>): Records {
  const connection = { slug: 'main', provider: 'pocketbase', token: 'token', url: 'http://127.0.0.1:1' };
  const answerOf = (path: string): Json =>
    path.includes('orders') ? { id: 'a', customer: 'b' } : { items: [{ id: 'b', name: 'Ada' }] };
  const provider = {
    async request({ path, read, given = '', roomFor }: ProviderRequest<unknown>) {
      await roomFor?.(MIB, false);
      await received();
      return answerIn(Buffer.from(JSON.stringify(answerOf(path))), read, given, largeBodies, { account: 'a' });
    },
  };
  return new Records({
    connections: { open: async () => connection },
    provider,
    largeBodies,
    settings: { current: async () => ({ get_record: { timeout_ms: 60_000 } }) },
  } as unknown as RecordsOptions);
}

describe('Records with linked records', () => {
  after(() => largeBodies.close());

  it('are read although calls that hold a record wait for memory', async () => {
    const budget = new MemoryBudget(48 * MIB, 1_000); // 18 MiB of it for answers
    let answers = 0;
    let bothHold: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    const records = recordsOf(async () => {
      answers += 1;
      if (answers === 2) bothHold();
      await both;
    });
    const request: RecordRequest = {
      ...{ base_id: 'default', table_id: 'orders', record_id: 'a', expand: { customer: 'customers' } },
      _connections: { tablebase: 'main' },
    };
    const calls = ['one', 'two'].map((account) => {
      const { answer, release } = budget.share(account);
      return records.get(request, account, answer, new AbortController().signal).finally(release);
    });
    for (const record of await Promise.all(calls))
      expect(JSON.parse(jsonText(record)).fields).to.have.nested.property('customer.id', 'b');
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { BytesAnswer } from '../api/respond.js';
import { FormWebhooks } from './form-webhook.js';
import { RunningForms } from './running-forms.js';

const LIMIT_MS = 40;

describe('The webhook of a form', () => {
  it('that takes all the time for its attempts gets no other one, and the error is sent nevertheless', async () => {
    const tries: string[] = [];
    const request = async ({ url }: { url: string }, { timeoutMs }: { timeoutMs: number }) => {
      expect(timeoutMs).to.be.within(1, LIMIT_MS);
      tries.push(url);
      if (url !== 'pdf') return { status: 200 };
      await sleep(timeoutMs + 5);
      throw new Error('no answer in time');
    };
    const settings = { current: async () => ({ http_request: { blocked_hosts: [], allowed_hosts: [] } }) };
    const parts = { outbound: { request }, settings } as never;
    const webhooks = new FormWebhooks(parts, quietLogger(), 'trace', LIMIT_MS);
    const methods = { method: 'POST', errorMethod: 'POST' } as const;
    const hook = { url: 'pdf', errorUrl: 'error', eventsUrl: 'events', headers: {}, ...methods };
    const bytes = Buffer.from('%PDF');
    await webhooks.succeeded(hook, {
      ...{ bytes, filename: 'a.pdf', actions: 3 },
      answer: new BytesAnswer(bytes, { 'Content-Type': 'application/pdf' }),
    });
    expect(tries).to.deep.equal(['pdf', 'error', 'events']);
  });

  it('holds no slot of its account while it is delivered, unless 20 others are', async () => {
    const running = new RunningForms();
    let [left, end] = [0, (): void => undefined];
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const deliver = (accountId: string) =>
      running.deliver(
        accountId,
        () => {
          left += 1;
        },
        () => held,
      );
    const all = Array.from({ length: 25 }, () => deliver('a'));
    expect(left).to.equal(20);
    all.push(deliver('b'));
    expect(left).to.equal(21);
    end();
    await Promise.all(all);
    await deliver('a');
    expect(left).to.equal(22);
  });
});

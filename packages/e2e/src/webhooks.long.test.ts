import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { testReceivers } from './webhook-receivers.js';
import { startWebhooks } from './webhooks.js';

describe('Webhooks', () => {
  const { started, put, post, tested } = startWebhooks();

  it('are sent what happened before their gateway was killed', async () => {
    started.status = 503;
    await put('later');
    const { id, delivery } = await tested('later');
    expect(delivery).to.equal('pending');
    await started.service.restartGateway('SIGKILL');
    started.status = 204;
    await eventually(async () => {
      const { items } = (await started.service.call('/api/webhooks/later/deliveries')).body.data;
      expect(items[0]).to.include({ id, status: 'delivered' });
    });
    const same = started.target.requests.slice(-2).map(({ headers }) => headers['webhook-id']);
    expect(new Set(same)).to.have.lengthOf(1);
    expect((await post(`later/deliveries/${id}/replay`)).body.data).to.include({ id, status: 'pending' });
  });

  testReceivers(
    [
      ['py', 'Python'],
      ['go', 'Go'],
    ],
    { put, post, tested },
  );
});

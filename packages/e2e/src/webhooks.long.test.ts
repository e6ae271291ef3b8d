import { eventually, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { webhooksOf } from './webhooks.js';

const HOST = '127.0.0.1';

describe('Webhooks', () => {
  let service: TestService;
  let target: HttpTarget;
  let status = 204;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: HOST } });
    target = await startHttpTarget((_request, response) => response.writeHead(status).end(), { host: HOST });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  const { put, post, tested } = webhooksOf(
    () => service,
    () => target,
  );

  it('are sent what happened before their gateway was killed', async () => {
    status = 503;
    await put('later');
    const { id, delivery } = await tested('later');
    expect(delivery).to.equal('pending');
    await service.restartGateway('SIGKILL');
    status = 204;
    await eventually(async () => {
      const { items } = (await service.call('/api/webhooks/later/deliveries')).body.data;
      expect(items[0]).to.include({ id, status: 'delivered' });
    });
    const same = target.requests.slice(-2).map(({ headers }) => headers['webhook-id']);
    expect(new Set(same)).to.have.lengthOf(1);
    expect((await post(`later/deliveries/${id}/replay`)).body.data).to.include({ id, status: 'pending' });
  });
});

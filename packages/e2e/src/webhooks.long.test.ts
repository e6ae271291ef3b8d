import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

const HOST = '127.0.0.1';

describe('Webhooks', () => {
  let service: TestService;
  let target: HttpTarget;
  let status = 204;
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-webhooks-'));
  before(async () => {
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: HOST } });
    target = await startHttpTarget((_request, response) => response.writeHead(status).end(), { host: HOST });
  });
  after(async () => {
    await service.stop();
    await target.close();
    rmSync(folder, { recursive: true });
  });
  const receivers: ChildProcess[] = [];
  afterEach(() => {
    for (const one of receivers.splice(0)) one.kill('SIGKILL');
  });

  const put = (name: string, body: object = { url: target.url }, token = service.token) =>
    service.call(`/api/webhooks/${name}`, { method: 'PUT', body, token });
  const post = (path: string) => service.call(`/api/webhooks/${path}`, { method: 'POST' });
  /** Sends a test event. @returns what became of the first attempt. */
  async function tested(name: string) {
    const { id } = (await post(`${name}/test`)).body.data;
    let found: { id: string; status: string; attempts: { status: number | null; error: string | null }[] } | undefined;
    await eventually(async () => {
      const { items } = (await service.call(`/api/webhooks/${name}/deliveries`)).body.data;
      found = items.find((item: { id: string }) => item.id === id);
      expect(found?.attempts).to.have.lengthOf.at.least(1);
    });
    return { id, delivery: found?.status, status: found?.attempts[0]?.status, error: found?.attempts[0]?.error };
  }

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

import { eventually, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before } from 'mocha';

const HOST = '127.0.0.1';

/** Starts a service and a receiver before the tests of a `describe`, and stops them afterwards. Saves webhooks and tests them. */
export function startWebhooks() {
  const started = { status: 204 } as {
    service: TestService;
    target: HttpTarget;
    /** The receiver's answer. */
    status: number;
  };
  before(async () => {
    started.service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: HOST } });
    started.target = await startHttpTarget((_request, response) => response.writeHead(started.status).end(), {
      host: HOST,
    });
  });
  after(async () => {
    await started.service.stop();
    await started.target.close();
  });

  const put = (name: string, body: object = { url: started.target.url }, token = started.service.token) =>
    started.service.call(`/api/webhooks/${name}`, { method: 'PUT', body, token });
  const post = (path: string) => started.service.call(`/api/webhooks/${path}`, { method: 'POST' });
  /** Sends a test event. @returns the outcome of the first attempt. */
  async function tested(name: string) {
    const { id } = (await post(`${name}/test`)).body.data;
    let found: { id: string; status: string; attempts: { status: number | null; error: string | null }[] } | undefined;
    await eventually(async () => {
      const { items } = (await started.service.call(`/api/webhooks/${name}/deliveries`)).body.data;
      found = items.find((item: { id: string }) => item.id === id);
      expect(found?.attempts).to.have.lengthOf.at.least(1);
    });
    return { id, delivery: found?.status, status: found?.attempts[0]?.status, error: found?.attempts[0]?.error };
  }

  return { started, put, post, tested };
}

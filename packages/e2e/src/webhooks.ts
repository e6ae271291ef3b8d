import { eventually, type HttpTarget, type ServiceClient } from '@toolpress/testkit';
import { expect } from 'chai';

/** Saves webhooks and tests them. @param service @param target return what starts after this call */
export function webhooksOf(service: () => ServiceClient, target: () => HttpTarget) {
  const put = (name: string, body: object = { url: target().url }, token = service().token) =>
    service().call(`/api/webhooks/${name}`, { method: 'PUT', body, token });
  const post = (path: string) => service().call(`/api/webhooks/${path}`, { method: 'POST' });
  /** Sends a test event. @returns the outcome of the first attempt. */
  async function tested(name: string) {
    const { id } = (await post(`${name}/test`)).body.data;
    let found: { id: string; status: string; attempts: { status: number | null; error: string | null }[] } | undefined;
    await eventually(async () => {
      const { items } = (await service().call(`/api/webhooks/${name}/deliveries`)).body.data;
      found = items.find((item: { id: string }) => item.id === id);
      expect(found?.attempts).to.have.lengthOf.at.least(1);
    });
    return { id, delivery: found?.status, status: found?.attempts[0]?.status, error: found?.attempts[0]?.error };
  }

  return { put, post, tested };
}

/** Faults of single accounts: of their records, the targets of their calls and the receivers of their events. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import type { AlertFault } from './faults-and-alerts.js';

/** More than a gateway sends to a receiver together. */
const DELIVERIES = 120;

export const CALL_FAULTS: readonly AlertFault[] = [
  {
    name: 'a record in Redis is broken',
    alerts: ['InternalErrors'],
    async begin({ service }) {
      const { id, token } = await service.createAccount('broken record');
      const key = `toolpress:account:${id}:storage`;
      await service.redis.command('SET', key, 'a wrong type');
      const { status } = await service.call('/api/usage', { token });
      expect(status).to.equal(500);
      return () => service.redis.command('DEL', key);
    },
  },
  {
    name: 'targets of callers do not answer in time',
    alerts: ['RequestsFail'],
    async begin({ service, target }) {
      const { token } = await service.createAccount('slow targets');
      const limit = async (timeout_ms: number): Promise<void> => {
        const change = { token: service.adminToken, method: 'PATCH', body: { http_request: { timeout_ms } } };
        expect((await service.call('/admin/settings', change)).status).to.equal(200);
      };
      await limit(1_000);
      const body = { method: 'GET', url: `${target.url}/200/3000` };
      let isOver = false;
      const running = (async () => {
        while (!isOver) {
          const { status } = await service.call('/api/utilities/http-request', { token, body });
          expect(status).to.equal(504);
          await sleep(200);
        }
      })();
      return async () => {
        isOver = true;
        await running;
        await limit(30_000);
      };
    },
  },
  {
    name: 'a receiver of events does not answer in time',
    alerts: ['DeliveriesLate'],
    async begin({ service, target }) {
      const { token } = await service.createAccount('slow receiver');
      const url = `${target.url}/204/20000`;
      await service.call('/api/webhooks/slow', { token, method: 'PUT', body: { url } });
      for (let count = 0; count < DELIVERIES; count++)
        await service.call('/api/webhooks/slow/test', { token, method: 'POST' });
      return () => service.call('/api/webhooks/slow', { token, method: 'DELETE' });
    },
  },
  {
    name: 'a receiver of events answers 410',
    alerts: ['WebhookDisabled'],
    async begin({ service, target }) {
      const url = `${target.url}/410`;
      await service.call('/api/webhooks/gone', { method: 'PUT', body: { url } });
      await service.call('/api/webhooks/gone/test', { method: 'POST' });
      await eventually(async () => {
        expect((await service.call('/api/webhooks/gone')).body.data.disabled_at).not.to.equal(null);
      });
      return () => service.call('/api/webhooks/gone', { method: 'DELETE' });
    },
  },
];

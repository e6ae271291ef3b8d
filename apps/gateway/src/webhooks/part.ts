/** Webhooks: events of an account are sent to the addresses that it has saved. */
import { SecretBox } from '@toolpress/runtime';
import type { Part } from '../part.js';
import { Deliveries } from './deliveries.js';
import { DeliveryWorker } from './delivery-worker.js';
import { webhookEndpoints } from './endpoints.js';
import { Webhooks } from './webhooks.js';

export const part: Part = (core) => {
  const { masterKeys } = core;
  const webhooks = new Webhooks({ ...core, box: new SecretBox(masterKeys, 'webhooks') });
  const deliveries = new Deliveries({ ...core, box: new SecretBox(masterKeys, 'deliveries'), webhooks });
  return {
    endpoints: webhookEndpoints(webhooks, deliveries, core.accounts),
    secrets: [webhooks],
    onEvent: (accountId, event) => deliveries.send(accountId, event),
    begin(shutdown) {
      const sending = new DeliveryWorker({ ...core, deliveries, webhooks });
      shutdown.add('webhooks', () => sending.close());
    },
  };
};

/** Endpoints for webhooks: for token holders, and read-only ones for the operator. */
import {
  DeliveryId,
  PageQuery,
  pageOf,
  RotatedWebhook,
  SavedWebhook,
  ServiceError,
  shape,
  Webhook,
  WebhookDelivery,
  WebhookInput,
  WebhookName,
} from '@toolpress/contract';
import { type Accounts, accountUnknown, IdInPath } from '../accounts/accounts.js';
import { type Endpoint, forCaller, forOperator } from '../api/endpoint.js';
import type { Deliveries } from './deliveries.js';
import { type Webhooks, webhookUnknown } from './webhooks.js';

const NameInPath = shape({ name: WebhookName });
const AccountWebhookInPath = IdInPath.append<{ id: string; name: string }>({ name: WebhookName.required() });
const DeliveryInPath = shape({ name: WebhookName, id: DeliveryId });

export const webhookEndpoints = (webhooks: Webhooks, deliveries: Deliveries, accounts: Accounts): Endpoint[] => [
  ...ownWebhooks(webhooks),
  ...actionsOnWebhooks(webhooks, deliveries),
  ...webhooksOfAccounts(webhooks, deliveries, accounts),
];

async function existing(webhooks: Webhooks, accountId: string, name: string): Promise<Webhook> {
  const webhook = await webhooks.find(accountId, name);
  if (webhook === undefined) throw webhookUnknown(name);
  return webhook;
}

async function accountThere(accounts: Accounts, id: string): Promise<void> {
  if ((await accounts.find(id)) === undefined) throw accountUnknown(id);
}

function ownWebhooks(webhooks: Webhooks): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/webhooks/{name}',
      id: 'putWebhook',
      audit: { action: 'webhook.save' },
      summary: 'Creates or replaces a webhook; the first answer contains its secret',
      params: NameInPath,
      body: WebhookInput,
      answer: SavedWebhook,
      errors: ['address_forbidden', 'host_forbidden'],
      handle: ({ params, body, caller }) => webhooks.save(caller.accountId, params.name, body),
    }),
    forCaller({
      method: 'get',
      path: '/api/webhooks/{name}',
      id: 'getWebhook',
      summary: 'One webhook, without its secret',
      params: NameInPath,
      answer: Webhook,
      errors: ['webhook_unknown'],
      handle: ({ params, caller }) => existing(webhooks, caller.accountId, params.name),
    }),
    forCaller({
      method: 'delete',
      path: '/api/webhooks/{name}',
      id: 'deleteWebhook',
      audit: { action: 'webhook.delete' },
      summary: 'Deletes a webhook and its pending deliveries',
      params: NameInPath,
      answer: NameInPath,
      errors: ['webhook_unknown'],
      async handle({ params, caller }) {
        if (!(await webhooks.remove(caller.accountId, params.name))) throw webhookUnknown(params.name);
        return { name: params.name };
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/webhooks',
      id: 'listWebhooks',
      summary: 'All webhooks of the account, without their secrets',
      query: PageQuery,
      answer: pageOf(Webhook),
      handle: ({ query, caller }) => webhooks.list(caller.accountId, query),
    }),
  ];
}

async function sendTest(
  webhooks: Webhooks,
  deliveries: Deliveries,
  accountId: string,
  name: string,
): Promise<WebhookDelivery> {
  const { disabled_at } = await existing(webhooks, accountId, name);
  if (disabled_at === null) return deliveries.sendTest(accountId, name);
  throw new ServiceError(
    'invalid_parameter',
    `The webhook \`${name}\` is disabled because its receiver answered 410. Save it again to enable it.`,
  );
}

function actionsOnWebhooks(webhooks: Webhooks, deliveries: Deliveries): Endpoint[] {
  return [
    forCaller({
      method: 'post',
      path: '/api/webhooks/{name}/rotate',
      id: 'rotateWebhookSecret',
      audit: { action: 'webhook.rotate' },
      summary: 'Creates a new secret for a webhook; the previous one also signs for 24 hours',
      params: NameInPath,
      answer: RotatedWebhook,
      errors: ['webhook_unknown'],
      handle: ({ params, caller }) => webhooks.rotate(caller.accountId, params.name),
    }),
    forCaller({
      method: 'post',
      path: '/api/webhooks/{name}/test',
      id: 'testWebhook',
      audit: 'work',
      summary: 'Sends a webhook the event `webhook.test`',
      params: NameInPath,
      answer: WebhookDelivery,
      errors: ['webhook_unknown'],
      handle: ({ params, caller }) => sendTest(webhooks, deliveries, caller.accountId, params.name),
    }),
    forCaller({
      method: 'get',
      path: '/api/webhooks/{name}/deliveries',
      id: 'listWebhookDeliveries',
      summary: 'Deliveries of a webhook, newest first, without content',
      params: NameInPath,
      query: PageQuery,
      answer: pageOf(WebhookDelivery),
      errors: ['webhook_unknown'],
      async handle({ params, query, caller }) {
        await existing(webhooks, caller.accountId, params.name);
        return deliveries.list(caller.accountId, params.name, query);
      },
    }),
    forCaller({
      method: 'post',
      path: '/api/webhooks/{name}/deliveries/{id}/replay',
      id: 'replayWebhookDelivery',
      audit: 'work',
      summary: 'Sends a delivery again with the same id',
      params: DeliveryInPath,
      answer: WebhookDelivery,
      errors: ['webhook_unknown', 'delivery_unknown'],
      async handle({ params, caller }) {
        await existing(webhooks, caller.accountId, params.name);
        return deliveries.replay(caller.accountId, params.name, params.id);
      },
    }),
  ];
}

function webhooksOfAccounts(webhooks: Webhooks, deliveries: Deliveries, accounts: Accounts): Endpoint[] {
  return [
    forOperator({
      method: 'get',
      path: '/admin/accounts/{id}/webhooks',
      id: 'listAccountWebhooks',
      summary: 'The webhooks of an account, without their secrets',
      params: IdInPath,
      query: PageQuery,
      answer: pageOf(Webhook),
      errors: ['account_unknown'],
      async handle({ params, query }) {
        await accountThere(accounts, params.id);
        return webhooks.list(params.id, query);
      },
    }),
    forOperator({
      method: 'get',
      path: '/admin/accounts/{id}/webhooks/{name}/deliveries',
      id: 'listAccountWebhookDeliveries',
      summary: 'Deliveries of a webhook of an account, newest first, without content',
      params: AccountWebhookInPath,
      query: PageQuery,
      answer: pageOf(WebhookDelivery),
      errors: ['account_unknown', 'webhook_unknown'],
      async handle({ params: { id, name }, query }) {
        await accountThere(accounts, id);
        await existing(webhooks, id, name);
        return deliveries.list(id, name, query);
      },
    }),
  ];
}

/** Webhooks: an account's receivers of events, signed by Standard Webhooks 1.0 (standardwebhooks.com). */
import {
  createdAt,
  type Infer,
  integer,
  type JsonObject,
  listOf,
  oneOf,
  orNull,
  shape,
  text,
  timestamp,
  updatedAt,
} from '../schema/schema.js';
import { refusingTags } from '../schema/tags.js';

const EVENT_TYPES = ['job.done', 'job.failed', 'batch.done', 'batch.failed'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** An event of an account. */
export interface WebhookEvent {
  /**
   * The id of the event (`webhook-id`): letters, digits, `-` and `_`. Sending an event again under its id, after an unknown outcome, does not
   * change existing deliveries.
   */
  id: string;
  type: EventType;
  /** The time of the event, ISO 8601. */
  timestamp: string;
  /** Ids, figures and links: never the content of a document. */
  data: JsonObject;
}

export const MAX_WEBHOOKS = 10;
/** The largest number of attempts per delivery. */
export const MAX_DELIVERY_ATTEMPTS = 10;
export const WEBHOOK_TIMEOUT_MS = 15_000;
/** How long the previous secret also signs, in hours. */
export const ROTATION_HOURS = 24;

export const WebhookName = text()
  .pattern(/^[a-z0-9-]{1,64}$/)
  .message('{{#label}} must be 1 to 64 lower-case letters, digits or hyphens')
  .description('The webhook’s name.')
  .example('orders');

const url = () =>
  text()
    .max(2_000)
    .description('URL of the receiver: `https:` or `http:`, at a public address.')
    .example('https://shop.example/hooks/toolpress');
const events = () =>
  listOf(oneOf(...EVENT_TYPES))
    .min(1)
    .unique()
    .description('The events to send.')
    .example(['job.done', 'job.failed']);

export const WebhookInput = refusingTags(
  shape({ url: url() }, { events: events().description('The events to send; default: all.') }),
  'send the address itself, and find the event in the body; write `%5B%5B` for brackets that are text',
);
export type WebhookInput = Infer<typeof WebhookInput>;

const kept = {
  name: WebhookName,
  url: url(),
  events: events(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  disabled_at: orNull(timestamp()).description(
    'When the receiver answered 410. Nothing is sent until the webhook is saved again.',
  ),
  previous_secret_until: orNull(timestamp()).description('Until when the previous secret also signs.'),
};

export const Webhook = shape(kept);
export type Webhook = Infer<typeof Webhook>;

const secret = text()
  .pattern(/^whsec_[A-Za-z0-9+/]+=*$/)
  .description('The secret to verify signatures; shown only once.')
  .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');

/** The saved webhook, with its secret if it is new. */
export const SavedWebhook = shape(kept, { secret });
export type SavedWebhook = Infer<typeof SavedWebhook>;

export const RotatedWebhook = shape({ ...kept, secret });
export type RotatedWebhook = Infer<typeof RotatedWebhook>;

export const DeliveryId = text()
  .pattern(/^dlv_[0-9a-f]{24}$/)
  .message('{{#label}} must be the id of a delivery')
  .description('The delivery’s id.');

export const WebhookDelivery = shape({
  id: DeliveryId.example('dlv_0c9f8a7b6d5e4f3a2b1c0d9e'),
  event_id: text().description('The event’s id, as in the header `webhook-id`.').example('evt_job_5f0c'),
  type: oneOf(...EVENT_TYPES, 'webhook.test').description('The event’s type.'),
  status: oneOf('pending', 'delivered', 'failed').description('The state of the delivery.'),
  created_at: createdAt(),
  next_attempt_at: orNull(timestamp()).description('Time of the next attempt; null if there is none.'),
  attempts: listOf(
    shape({
      at: timestamp().description('When it was sent.'),
      status: orNull(integer()).description('The receiver’s HTTP status; null without an answer.').example(200),
      error: orNull(text())
        .description('An error code if there was no answer, such as `target_unreachable`.')
        .example(null),
      duration_ms: integer().min(0).description('Duration in milliseconds.').example(84),
    }),
  ).description('The attempts, in order.'),
});
export type WebhookDelivery = Infer<typeof WebhookDelivery>;

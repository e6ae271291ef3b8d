/** Webhooks: where an account wants to be told of events. They are signed as Standard Webhooks 1.0 says (standardwebhooks.com). */
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
} from './schema.js';

const EVENT_TYPES = ['job.done', 'job.failed', 'batch.done', 'batch.failed'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that has happened in an account. */
export interface WebhookEvent {
  /**
   * Letters, digits, `-` and `_`: receivers know the event by it (`webhook-id`). An event that is sent again under its id, as nobody
   * knows whether it was before, is the same one: deliveries of it that there are stay as they are.
   */
  id: string;
  type: EventType;
  /** When it happened, ISO 8601. */
  timestamp: string;
  /** Ids, figures and links: never the content of a document. */
  data: JsonObject;
}

export const MAX_WEBHOOKS = 10;
/** How often an event is sent to one webhook until it is taken. */
export const MAX_DELIVERY_ATTEMPTS = 10;
export const WEBHOOK_TIMEOUT_MS = 15_000;
/** How long the secret before the last one signs as well, hours. */
export const ROTATION_HOURS = 24;

export const WebhookName = text()
  .pattern(/^[a-z0-9-]{1,64}$/)
  .message('{{#label}} must be 1 to 64 lower-case letters, digits or hyphens')
  .description('The webhook’s name.')
  .example('orders');

const url = () =>
  text()
    .max(2_000)
    .description('Where events are sent: `https:` or `http:`, at a public address.')
    .example('https://shop.example/hooks/toolpress');
const events = () =>
  listOf(oneOf(...EVENT_TYPES))
    .min(1)
    .unique()
    .description('Which events are sent.')
    .example(['job.done', 'job.failed']);

export const WebhookInput = shape(
  { url: url() },
  { events: events().description('Which events are sent; all of them unless given.') },
);
export type WebhookInput = Infer<typeof WebhookInput>;

const kept = {
  name: WebhookName,
  url: url(),
  events: events(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  disabled_at: orNull(timestamp()).description(
    'When the receiver answered 410, after which nothing is sent; saving the webhook enables it again.',
  ),
  previous_secret_until: orNull(timestamp()).description('Until when the secret before the last one signs as well.'),
};

export const Webhook = shape(kept);
export type Webhook = Infer<typeof Webhook>;

const secret = text()
  .pattern(/^whsec_[A-Za-z0-9+/]+=*$/)
  .description('What signatures are verified with; shown this one time.')
  .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');

/** With the secret where it is new. */
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
  event_id: text().description('The event’s id, as `webhook-id` says it to the receiver.').example('evt_job_5f0c'),
  type: oneOf(...EVENT_TYPES, 'webhook.test').description('What happened.'),
  status: oneOf('pending', 'delivered', 'failed').description('Whether the receiver has taken it.'),
  created_at: createdAt(),
  next_attempt_at: orNull(timestamp()).description('When it is sent next; null when it is not.'),
  attempts: listOf(
    shape({
      at: timestamp().description('When it was sent.'),
      status: orNull(integer()).description('The receiver’s HTTP status; null when there was no answer.').example(200),
      error: orNull(text())
        .description('Without an answer: the code of an error, such as `target_unreachable`.')
        .example(null),
      duration_ms: integer().min(0).description('How long it took.').example(84),
    }),
  ).description('How often it was sent, the last time last.'),
});
export type WebhookDelivery = Infer<typeof WebhookDelivery>;

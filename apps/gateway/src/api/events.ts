/** Sends server-sent events (HTML Living Standard, 9.2). */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** The delay in milliseconds before a client reconnects. */
const RETRY_MS = 2_000;
/** The time in milliseconds after which a caller that reads nothing is disconnected. Heartbeats are sent more often. */
const STALLED_MS = 30_000;
/** The id of the last event. A client that reconnects with it receives 204, which stops it. */
const LAST_ID = 'end';

/** The headers that prevent proxies and the compression from delaying events. */
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** An event; `end` is the last one. A heartbeat only keeps the connection alive. */
export type StreamedEvent = { name: 'progress' | 'end'; data: string } | 'heartbeat';

/** An answer of an endpoint with `isEventStream`. */
export class EventStream {
  /** @param events their data is JSON in one line. */
  constructor(readonly events: AsyncIterable<StreamedEvent>) {}
}

/** Sends all events. A stream without an `end` makes the client reconnect. */
export async function sendEvents(response: Response, { events }: EventStream): Promise<void> {
  const { req: request } = response;
  if (request.get('last-event-id') === LAST_ID) {
    response.status(204).end();
    return;
  }
  response.status(200).set(HEADERS);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  response.setTimeout(STALLED_MS, () => response.destroy());
  await pipeline(Readable.from(textOf(events), { highWaterMark: 1 }), response);
}

async function* textOf(events: AsyncIterable<StreamedEvent>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  for await (const event of events) {
    if (event === 'heartbeat') yield ': heartbeat\n\n';
    else yield `event: ${event.name}\n${event.name === 'end' ? `id: ${LAST_ID}\n` : ''}data: ${event.data}\n\n`;
  }
}

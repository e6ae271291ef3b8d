/** Server-sent events (HTML Living Standard, 9.2): an answer that goes on while something happens. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** How long a client waits before it connects again, milliseconds. */
const RETRY_MS = 2_000;
/** A caller who takes nothing for so long counts as gone: there is a heartbeat in that time. */
const STALLED_MS = 30_000;
/** Of the last event: a client that connects again after it is told not to. */
const LAST_ID = 'end';

/** Neither proxies nor our own compression may hold an event back. */
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** What happened; `end` is the last. A heartbeat says nothing but that the connection lives. */
export type StreamedEvent = { name: 'progress' | 'end'; data: string } | 'heartbeat';

/** An answer of an endpoint with `isEventStream`. */
export class EventStream {
  /** @param events data is JSON in one line. */
  constructor(readonly events: AsyncIterable<StreamedEvent>) {}
}

/** Answers until there are no more events; it ends without an `end` where the client is to connect again. */
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

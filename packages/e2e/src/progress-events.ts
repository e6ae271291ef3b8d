/** Streams of server-sent events. */
import type { ServiceClient } from '@toolpress/testkit';

interface Event {
  name: string;
  data: { id: string; done: number; rows: number; status: string; finished_at?: string };
}

export const eventsIn = (text: string): Event[] =>
  [...text.matchAll(/^event: (\w+)\n(?:id: \w+\n)?data: (.*)\n\n/gm)].map(([, name = '', data = '']) => ({
    name,
    data: JSON.parse(data) as Event['data'],
  }));
/** The status of an answer, and the code of its error. */
export const outcome = ({ status, headers }: Response) => [status, headers.get('x-error-code')];

/** Opens the stream of a job or a batch. @param path of the job or the batch */
export const open = (
  service: ServiceClient,
  path: string,
  { token = service.token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${service.url}${path}/events`, { headers: { authorization: `Bearer ${token}`, ...headers } });

export async function close(...streams: Response[]): Promise<void> {
  await Promise.all(streams.map(({ body }) => body?.cancel()));
}

/** Submits a batch of small documents. @returns its path. */
export async function submitBatch(service: ServiceClient, rows: number, token = service.token): Promise<string> {
  const input = { html: '<p>[[name]]' };
  const body = { tool: 'json-to-pdf', input, rows: Array.from({ length: rows }, (_, index) => ({ name: index })) };
  return `/api/batches/${(await service.call('/api/batches', { token, body })).body.data.id}`;
}

/** Streams of server-sent events. */
import type { ServiceClient } from '@toolpress/testkit';

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

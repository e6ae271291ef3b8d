/** Uploads of rows, and batches of them. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ServiceClient } from '@toolpress/testkit';

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const NDJSON = { 'content-type': 'application/x-ndjson' };

/** Returns the status and the error code of an answer. */
export const outcome = ({ status, headers }: Answer): string => `${status} ${headers.get('x-error-code') ?? ''}`.trim();

/** Helpers for uploads. @param service returns the service, which starts after this call */
export function uploadsTo(service: () => ServiceClient) {
  const put = (body: string | Buffer, token: string, headers: Record<string, string> = NDJSON): Promise<Answer> =>
    service().call('/api/uploads', { method: 'PUT', token, headers, body: String(body) });
  const batchOf = (upload: string, token: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const input = { html: '<p>[[name]] of [[firm]]', data: { firm: 'Ada & Co' } };
    return service().call('/api/batches', { token, headers, body: { tool: 'json-to-pdf', input, upload } });
  };
  const ended = async (id: string, token: string): Promise<Answer['body']['data']> =>
    (await service().ended(`/api/batches/${id}`, token)).body.data;
  const storedBytes = async (token: string): Promise<number> =>
    (await service().call('/api/account', { token })).body.data.storage_bytes;

  /** Starts an upload without a client. @returns its stream and its answer. */
  function open(token: string, headers: Record<string, string> = {}) {
    const options = { method: 'PUT', headers: { authorization: `Bearer ${token}`, ...headers } };
    const sent = request(`${service().url}/api/uploads`, options);
    const answer = new Promise<string>((resolve) => {
      sent.once('response', (response: IncomingMessage) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          const { error = '' } = JSON.parse(text) as { error?: string };
          resolve(`${response.statusCode} ${response.headers['x-error-code'] ?? ''} ${error}`.trim());
        });
      });
      sent.once('error', () => resolve('broken'));
    });
    return { sent, answer };
  }
  /** Writes as fast as the service reads. */
  async function write(sent: ClientRequest, piece: Buffer, times: number): Promise<void> {
    for (let count = 0; count < times && !sent.destroyed; count++)
      if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), sleep(2_000)]);
  }

  return { put, batchOf, ended, storedBytes, open, write };
}

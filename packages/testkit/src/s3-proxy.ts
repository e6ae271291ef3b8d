/** An HTTP proxy before an S3 store that answers uploads as a full or failing store does. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestS3 } from './own-s3.js';

/** An answer to uploads: the HTTP status and S3's code. */
export interface S3Refusal {
  readonly status: number;
  readonly code: string;
}

/** The answer of MinIO when its disk is full. */
export const STORAGE_FULL: S3Refusal = { status: 507, code: 'XMinioStorageFull' };

export interface S3Proxy extends TestS3 {
  /** The number of uploads that were refused. */
  readonly refused: number;
  /** Refuses uploads from now on, of the paths that match. Other requests reach the store. */
  refuse(refusal: S3Refusal, paths?: RegExp): void;
  /** Forwards uploads again. */
  accept(): void;
}

/** @param store the store behind the proxy; `stop` leaves it running. */
export async function startS3Proxy(store: TestS3): Promise<S3Proxy> {
  let refusal: S3Refusal | undefined;
  let refusedPaths = /./;
  let refused = 0;
  const { hostname, port: storePort } = new URL(store.endpoint);

  const forward = (received: IncomingMessage, response: ServerResponse): void => {
    const { method, url, headers } = received;
    // The signature covers the header `Host`, which stays that of the proxy.
    const sent = request({ host: hostname, port: storePort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    received.on('error', () => sent.destroy()).pipe(sent);
  };
  const refuse = async (received: IncomingMessage, response: ServerResponse, { status, code }: S3Refusal) => {
    refused += 1;
    await once(received.resume(), 'end');
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused by a test</Message></Error>`);
  };
  const server = createServer((received, response) => {
    const isRefused = received.method === 'PUT' && refusedPaths.test(received.url ?? '');
    if (refusal !== undefined && isRefused) refuse(received, response, refusal).catch(() => response.destroy());
    else forward(received, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { accessKey, secretKey } = store;
  return {
    accessKey,
    secretKey,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get refused() {
      return refused;
    },
    refuse(given, paths = /./) {
      [refusal, refusedPaths] = [given, paths];
    },
    accept() {
      refusal = undefined;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

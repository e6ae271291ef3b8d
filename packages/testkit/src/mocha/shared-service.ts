/** Starts the shared service for the test files of all of mocha's processes, and stops it after the last of them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestService } from '../service.js';
import { SHARED_SERVICE_URL } from '../shared-service.js';

const OPTIONS = { env: { OUTBOUND_ALLOW: '127.0.0.2', RENDER_CONCURRENCY: '2' } };

let host: Server;
let started: Promise<TestService> | undefined;

/** In mocha's main process, before its other processes are started: they inherit the address. */
export async function mochaGlobalSetup(): Promise<void> {
  host = createServer((_request, response) => {
    started ??= TestService.start(OPTIONS);
    started.then(
      ({ url, adminToken }) => response.end(JSON.stringify({ url, adminToken })),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  process.env[SHARED_SERVICE_URL] = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

export async function mochaGlobalTeardown(): Promise<void> {
  host.close().closeAllConnections();
  await (await started)?.stop();
}

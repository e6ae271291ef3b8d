/** Starts the shared service for the test files of all of mocha's processes, and stops it after the last of them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ProviderDouble, startProviderDouble } from '../provider-double.js';
import { TestService } from '../service.js';
import { SHARED_SERVICE_URL } from '../shared-service.js';

let host: Server;
let provider: ProviderDouble;
let started: Promise<TestService> | undefined;
let other: Promise<{ url: string }> | undefined;

const start = (): Promise<TestService> =>
  TestService.start({
    env: { OUTBOUND_ALLOW: '127.0.0.2', RENDER_CONCURRENCY: '2', TABLEBASE_API_URL: provider.apiUrl },
  });

/** Runs in mocha's main process before its other processes start, which inherit the address. */
export async function mochaGlobalSetup(): Promise<void> {
  provider = await startProviderDouble();
  host = createServer(({ url }, response) => {
    // A test may block its process for longer than a connection is kept, and would then ask by a closed one.
    response.setHeader('connection', 'close');
    started ??= start();
    if (url === '/other') other ??= started.then((service) => service.addGateway());
    Promise.all([started, url === '/other' ? other : undefined]).then(
      ([service, gateway]) =>
        response.end(url === '/logs' ? service.logs() : (gateway?.url ?? JSON.stringify(service.settings))),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  process.env[SHARED_SERVICE_URL] = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

export async function mochaGlobalTeardown(): Promise<void> {
  host.close().closeAllConnections();
  await other?.catch(() => undefined);
  await (await started)?.stop();
  await provider.target.close();
}

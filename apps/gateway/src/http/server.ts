import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than the load balancers' usual 60 s, so that it is they who end idle connections. */
const KEEP_ALIVE_MS = 65_000;

/** @returns the port, which port 0 leaves to the system. @throws when the address is taken or not ours. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Takes no new connection, ends the idle ones, waits for the requests at work. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  await closed;
}

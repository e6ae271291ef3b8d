import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longer than the load balancers' usual 60 s, so that it is they who end idle connections. */
const KEEP_ALIVE_MS = 65_000;

export interface RunningServer {
  port: number;
  /** Takes no new connection, waits for the requests at work up to the limit, then ends every connection. */
  close(): Promise<void>;
}

/**
 * @param port 0 leaves it to the system.
 * @param drainLimitMs how long a stop waits for requests at work: a reader who never reads must not hold it up.
 * @throws when the address is taken or not ours.
 */
export async function serve(
  app: RequestListener,
  port: number,
  host: string,
  drainLimitMs: number,
): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app);
  let atWork = 0;
  server.on('request', (_request, response) => {
    atWork += 1;
    response.once('close', () => {
      atWork -= 1;
      if (atWork === 0) server.emit('quiet');
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if (atWork > 0) await once(server, 'quiet', { signal: AbortSignal.timeout(drainLimitMs) }).catch(() => undefined);
      // What is open now waits for a next request, or never sent one: Node.js would wait for it.
      server.closeAllConnections();
      await closed;
    },
  };
}

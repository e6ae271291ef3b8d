/** A small server for monitoring: liveness, readiness, metrics. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { listen, type Metrics } from '@toolpress/runtime';

export interface OpsServerOptions {
  port: number;
  host: string;
  metrics: Metrics;
  /** See `metricsAccess`. */
  mayReadMetrics: (authorization?: string) => boolean;
  /** Returns the parts that the worker needs, by name, and whether each is available. */
  parts: () => Promise<Record<string, boolean>>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string>;
}

/** Starts the server. @throws ConfigError as `listen`. */
export async function serveOps(options: OpsServerOptions): Promise<{ close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { status, type, body, headers } = await answerOf(request, options).catch(() =>
      json(500, { status: 'failed' }),
    );
    response.writeHead(status, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await listen(server, options.port, options.host, 'METRICS_PORT');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerOf(
  { method, url, headers }: IncomingMessage,
  { metrics, mayReadMetrics, parts }: OpsServerOptions,
): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return json(405, { status: 'GET only' });
  switch (url?.split('?')[0]) {
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz': {
      const states = await parts();
      return json(Object.values(states).every(Boolean) ? 200 : 503, words(states));
    }
    case '/metrics':
      if (!mayReadMetrics(headers.authorization))
        return { ...json(401, { status: 'METRICS_TOKEN is needed' }), headers: { 'www-authenticate': 'Bearer' } };
      return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
    default:
      return json(404, { status: 'unknown path' });
  }
}

const words = (states: Record<string, boolean>): Record<string, string> =>
  Object.fromEntries(Object.entries(states).map(([name, isAvailable]) => [name, isAvailable ? 'ok' : 'unavailable']));

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

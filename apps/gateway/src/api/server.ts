import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import { listen } from '@toolpress/runtime';
import { API_VERSION } from '../shared/version.js';

/** Longer than the usual 60 s of load balancers, so that they close idle connections, not the gateway. */
const KEEP_ALIVE_MS = 65_000;

export interface RunningServer {
  port: number;
  /**
   * Stops the server. During the grace period it accepts requests, but closes each connection after the answer, so that callers reconnect
   * to another gateway. Then it accepts no connections, waits for running requests up to the limit, and closes all connections.
   */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** The port; 0 chooses a free one. */
  port: number;
  host: string;
  /** The time in milliseconds for which a stopping server accepts connections, until load balancers have noticed. */
  graceMs: number;
  /** The longest time in milliseconds that a stopping server waits for running requests. */
  drainLimitMs: number;
}

/** Starts a server. @throws ConfigError as `listen`. */
export async function serve(app: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    lacksHost(request) ? answerFault(response, NO_HOST) : app(request, response);
  // By default Node.js itself rejects requests without a host, but not in the API's envelope.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false }, handle);
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  const begin = (response: ServerResponse): void => {
    underWay.add(response);
    if (stopping) endConnection(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) server.emit('quiet');
    });
  };
  server.prependListener('request', (_request, response: ServerResponse) => begin(response));
  server.on('checkContinue', (request, response: ServerResponse) => {
    begin(response);
    endConnection(response); // the body may never arrive; reading it removes this header
    handle(request, response);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    begin(response);
    answerFault(response, OTHER_EXPECTATION);
  });
  server.on('clientError', answerBroken);
  await listen(server, options.port, options.host, 'PORT');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      stopping = true;
      for (const response of underWay) endConnection(response);
      if (options.graceMs > 0) await sleep(options.graceMs);
      const closed = once(server, 'close');
      server.close();
      if (underWay.size > 0) {
        await once(server, 'quiet', { signal: AbortSignal.timeout(options.drainLimitMs) }).catch(() => undefined);
      }
      // The remaining connections are idle or never sent a request. Node.js would wait for them.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers invalid HTTP in the envelope of all errors, and closes the connection. */
function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = answerOf(brokenRequest(error.code));
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'));
}

/** Answers a request that HTTP does not allow, without reading its body. */
function answerFault(response: ServerResponse, error: ServiceError): void {
  const { status, headers, body } = answerOf(error);
  response.writeHead(status, headers).end(body);
}

function answerOf({ code, status, message }: ServiceError) {
  const body = JSON.stringify({ success: false, error: message });
  const headers = {
    'X-Error-Code': code,
    'API-Version': API_VERSION,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  return { status, headers, body };
}

const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

const NO_HOST = new ServiceError('request_malformed', 'The request has no `Host` header, which HTTP/1.1 requires.');
const OTHER_EXPECTATION = new ServiceError(
  'expectation_failed',
  'The header `Expect` has an unknown value; only `100-continue` is allowed.',
);

function brokenRequest(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError(
      'headers_too_large',
      `The request’s headers are over the limit of ${maxHeaderSize / 1024} KiB.`,
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError('request_timeout', 'The request did not arrive in time; send it again.');
  return new ServiceError('request_malformed', 'The data is not a valid HTTP/1.1 request.');
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

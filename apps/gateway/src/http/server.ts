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
import { API_VERSION } from '../version.js';

/** Longer than the load balancers' usual 60 s, so that it is they who end idle connections. */
const KEEP_ALIVE_MS = 65_000;

export interface RunningServer {
  port: number;
  /**
   * First goes on as before for the grace, but every answer ends its connection: callers connect again, elsewhere. Then takes no
   * new connection, waits for the requests under way up to the limit, and ends every connection.
   */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** 0 leaves it to the system. */
  port: number;
  host: string;
  /** How long a stop still takes new connections, milliseconds: until balancers have heard of it. */
  graceMs: number;
  /** How long a stop waits for requests under way, milliseconds: a reader who never reads must not hold it up. */
  drainLimitMs: number;
}

/** @throws when the address is taken or not ours. */
export async function serve(app: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    lacksHost(request) ? answerFault(response, NO_HOST) : app(request, response);
  // Without a host Node.js answers by itself, in no envelope.
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
    endConnection(response); // unless the body is asked for: nobody knows whether it comes
    handle(request, response);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    begin(response);
    answerFault(response, OTHER_EXPECTATION);
  });
  server.on('clientError', answerBroken);
  server.listen(options.port, options.host);
  await once(server, 'listening');
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
      // What is open now waits for a next request, or never sent one: Node.js would wait for it.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers what is no request, in the envelope of all errors, and ends the connection. */
function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = answerOf(brokenRequest(error.code));
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'));
}

/** The same to a request that HTTP itself does not allow. Its body is not read. */
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
  'The header `Expect` asks for something that the service does not know; only `100-continue` is allowed.',
);

function brokenRequest(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError(
      'headers_too_large',
      `The request’s headers are over the limit of ${maxHeaderSize / 1024} KiB.`,
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError('request_timeout', 'The request did not come in time; send it again.');
  return new ServiceError('request_malformed', 'What was sent is not a request of HTTP/1.1.');
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

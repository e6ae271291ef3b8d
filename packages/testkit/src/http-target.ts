/**
 * Real servers for tests of outbound requests, on free ports of loopback: targets that answer with what a test defines, in HTTP or in raw
 * bytes, and sentinels that count connections. The test allows the address of a target.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { eventually } from './eventually.js';

/** The default address of targets. Every Linux machine's loopback has it. */
export const TARGET_ADDRESS = '127.0.0.2';

interface Listener {
  readonly host: string;
  readonly port: number;
  /** The connections accepted so far. */
  readonly connections: number;
  /** The bytes received so far. */
  readonly bytesReceived: number;
  /** Waits until every connection is closed. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly method: string;
  /** The path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface HttpTarget extends Listener {
  /** `http://127.0.0.2:port`, without a slash at the end. */
  readonly url: string;
  /** The complete requests received, in order. */
  readonly requests: readonly ReceivedRequest[];
}

/** Answers a request whose body has been read. */
export type Respond = (request: ReceivedRequest, response: ServerResponse) => unknown;

export interface ListenOptions {
  readonly host?: string;
  /** The default is 0, any free port. */
  readonly port?: number;
  /** Serves TLS with this key and certificate, in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts an HTTP server. The test decides the answers. */
export async function startHttpTarget(respond: Respond, options: ListenOptions = {}): Promise<HttpTarget> {
  const requests: ReceivedRequest[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request);
    if (received === undefined) return;
    requests.push(received);
    await respond(received, response);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch((error: Error) => response.destroy(error)); // the test sees a broken connection
  };
  const server = options.tls ? createHttpsServer(options.tls, onRequest) : createHttpServer(onRequest);
  const listener = await listen(server, options);
  const scheme = options.tls ? 'https' : 'http';
  return withView(listener, { url: `${scheme}://${authority(listener)}`, requests });
}

/** Returns undefined when the connection closed before the request was complete. */
async function receive(request: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return undefined;
  }
  const { method = '', url = '', headers, rawHeaders } = request;
  return { method, path: url, headers, rawHeaders, body: Buffer.concat(chunks) };
}

/**
 * Starts a TCP server, for answers that no HTTP server sends. `respond` runs for every connection when the head of a request has arrived
 * (with `greet`, at once). From then on it owns the socket.
 */
export async function startRawTarget(
  respond: (socket: Socket, head: string) => unknown,
  options: ListenOptions & { readonly greet?: boolean } = {},
): Promise<HttpTarget> {
  const server = createTcpServer((socket) => {
    if (options.greet) {
      respond(socket, '');
      return;
    }
    let head = '';
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      respond(socket, head);
    };
    socket.on('data', read);
  });
  const listener = await listen(server, options);
  return withView(listener, { url: `http://${authority(listener)}`, requests: [] });
}

/** Servers that no request may reach: on addresses of the machine itself, on one port. */
export interface Sentinels {
  readonly port: number;
  /** `127.0.0.1`, and `::1` where the machine has IPv6. */
  readonly addresses: readonly string[];
  /** The connections accepted so far by all of them. */
  readonly connections: number;
  close(): Promise<void>;
}

/** @param also further loopback addresses to watch. */
export async function startSentinels(also: readonly string[] = []): Promise<Sentinels> {
  for (let attempt = 1; ; attempt++) {
    const first = await listen(createTcpServer(), { host: '127.0.0.1' });
    const others = await Promise.allSettled(
      ['::1', ...also].map((host) => listen(createTcpServer(), { host, port: first.port })),
    );
    const listeners = [first, ...others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []))];
    const close = async (): Promise<void> => void (await Promise.all(listeners.map((listener) => listener.close())));
    const failure = others.find((other) => other.status === 'rejected' && !hasNoSuchAddress(other.reason));
    if (failure === undefined) {
      return {
        port: first.port,
        addresses: listeners.map(({ host }) => host),
        get connections() {
          return listeners.reduce((sum, { connections }) => sum + connections, 0);
        },
        close,
      };
    }
    // The free port of one address is somebody's at another: look for a port that all have free.
    await close();
    if (attempt === 10) throw new Error('found no port that is free on every address of this machine');
  }
}

const hasNoSuchAddress = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code));

async function listen(server: Server, options: ListenOptions): Promise<Listener> {
  const open = new Set<Socket>();
  let connections = 0;
  let bytesOfClosed = 0;
  server.on('connection', (socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => undefined); // the other side may go as it likes
    socket.once('close', () => {
      bytesOfClosed += socket.bytesRead;
      open.delete(socket);
    });
  });
  const host = options.host ?? TARGET_ADDRESS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    host,
    port,
    get connections() {
      return connections;
    },
    get bytesReceived() {
      return [...open].reduce((sum, socket) => sum + socket.bytesRead, bytesOfClosed);
    },
    idle: () =>
      eventually(() => {
        for (const socket of open) socket.resume(); // who does not read, does not notice the end
        if (open.size > 0) throw new Error(`${open.size} connections are still open`);
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Adds properties to a listener whose counts stay live. */
function withView<View extends object>(listener: Listener, view: View): Listener & View {
  return Object.defineProperties({ ...view }, Object.getOwnPropertyDescriptors(listener)) as Listener & View;
}

const authority = ({ host, port }: Listener): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** A TCP proxy that a test can delay or interrupt. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TcpProxy {
  /** The target, `host:port`. */
  readonly address: string;
  /** Delays all following bytes by this number of milliseconds, in both directions. */
  delay(milliseconds: number): void;
  /** Drops all bytes without closing a connection. New connections are accepted and stay silent. */
  cut(): void;
  /** Forwards bytes again. Connections from before stay dead. */
  mend(): void;
  /** Closes the connection instead of forwarding the server's next answer with this text. */
  lose(text: string): void;
  /** Closes all connections and refuses new ones, as a machine without the server does. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  close(): Promise<void>;
}

/** @param target `host:port` of the server. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const [host = '', targetPort = ''] = target.split(':');
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let cuts = 0;
  let isCut = false;
  let lost: string | undefined;

  const pass = (from: Socket, to: Socket): void => {
    const born = cuts;
    // In order, also when the delay gets shorter.
    let earlier = Promise.resolve();
    const later = (act: () => void): void => {
      const due = performance.now() + delayMs;
      earlier = earlier.then(async () => {
        const waitMs = due - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        if (cuts === born && !isCut) act();
      });
    };
    from.on('data', (chunk) => later(() => to.write(chunk)));
    from.on('end', () => later(() => to.end()));
    from.on('error', () => later(() => to.destroy()));
    from.on('close', () => sockets.delete(from));
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    if (isCut) {
      sockets.add(caller);
      caller.on('error', () => undefined).on('close', () => sockets.delete(caller));
      return;
    }
    const behind = connect({ host, port: Number(targetPort), allowHalfOpen: true });
    behind.prependListener('data', (chunk) => {
      if (lost === undefined || !chunk.includes(lost)) return;
      lost = undefined;
      caller.destroy();
      behind.destroy();
    });
    pass(caller, behind);
    pass(behind, caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const unplug = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return {
    address: `127.0.0.1:${port}`,
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    cut() {
      isCut = true;
      cuts += 1;
    },
    mend() {
      isCut = false;
    },
    lose(text) {
      lost = text;
    },
    unplug,
    async plugIn() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: async () => (server.listening ? unplug() : undefined),
  };
}

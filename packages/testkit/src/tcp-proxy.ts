/** A cable that a test can cut: connections go through to a server, late or not at all when the test says so. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** `host:port` to connect to. */
  readonly address: string;
  /** From now on every chunk of bytes arrives so many milliseconds late, in both directions. */
  delay(milliseconds: number): void;
  /** Cuts the cable: nothing arrives any more, nobody is told. New connections are taken and stay silent. */
  cut(): void;
  /** Connections of before stay dead. */
  mend(): void;
  /** Ends every connection and refuses new ones, as a machine does whose server has ended. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  close(): Promise<void>;
}

/** @param target `host:port` of the server behind it. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const [host = '', targetPort = ''] = target.split(':');
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let cuts = 0;
  let isCut = false;

  const pass = (from: Socket, to: Socket): void => {
    const born = cuts;
    const later = (act: () => void): void => {
      setTimeout(() => cuts === born && !isCut && act(), delayMs);
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
    unplug,
    async plugIn() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: async () => (server.listening ? unplug() : undefined),
  };
}

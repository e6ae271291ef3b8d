/** Where a socket really goes, how far it gets, and what its HTTP client does not tell. */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DialAddress } from '../address/guard.js';
import { isSameAddress } from '../address/rule.js';
import type { Stage } from './stage.js';

/** The socket ended up at an address that was not checked. */
export class WrongAddress extends Error {
  override readonly name = 'WrongAddress';
  constructor(readonly address: string) {
    super(`connected to ${address}, which was not checked`);
  }
}

/** The target answered 101. Node's client then ends the connection and tells nobody. */
export class ProtocolSwitched extends Error {
  override readonly name = 'ProtocolSwitched';
}

/** Watches one socket from before it connects. */
export class SocketWatch {
  wrongAddress: WrongAddress | undefined;
  readonly gone: Promise<never>;
  private socket: Socket | undefined;
  private end: (error: Error) => void = () => undefined;
  private readonly onClose = (): void =>
    this.end(new ProtocolSwitched('the connection ended and the HTTP client did not say why'));

  constructor(
    private readonly secure: boolean,
    private readonly addresses: readonly DialAddress[],
    private readonly onStage: (stage: Stage) => void,
  ) {
    this.gone = new Promise((_resolve, reject) => {
      this.end = reject;
    });
    this.gone.catch(() => undefined);
  }

  over(socket: Duplex): Duplex {
    if (!(socket instanceof Socket)) throw new TypeError('the agent made a connection that is not a socket');
    this.socket = socket;
    this.onStage('connect');
    // First in line: nothing is written, TLS's greeting included, before the listeners of this event have run.
    socket.prependOnceListener('connect', () => this.checkAddress(socket));
    socket.once('secureConnect', () => this.onStage('answer'));
    // The last listener standing, so that an error after the client has let go of the socket ends nothing else.
    socket.on('error', () => undefined);
    socket.once('close', this.onClose);
    return socket;
  }

  close(): void {
    this.socket?.off('close', this.onClose).destroy();
  }

  private checkAddress(socket: Socket): void {
    const { remoteAddress = 'nowhere' } = socket;
    if (this.addresses.some(({ address }) => isSameAddress(address, remoteAddress))) {
      this.onStage(this.secure ? 'handshake' : 'answer');
      return;
    }
    this.wrongAddress = new WrongAddress(remoteAddress);
    socket.destroy(this.wrongAddress);
  }
}

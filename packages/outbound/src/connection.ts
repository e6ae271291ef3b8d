/**
 * One connection for one hop: dialled to checked addresses only, watched, closed when the hop is over.
 *
 * Connections are never used again. A kept connection could carry one caller's credentials (NTLM authenticates
 * connections, not requests) or left-over answer into another's call, and would outlive the check of its address.
 */
import type { Agent } from 'node:http';
import { type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { DialAddress } from './address/guard.js';
import { isSameAddress } from './address/rule.js';

export interface Connection {
  readonly agent: Agent;
  /** Rejects when the connection has ended by itself: for what the HTTP client keeps to itself. Never resolves. */
  readonly gone: Promise<never>;
  /** Set when the socket reached an address that was not checked. Nothing was sent there. */
  wrongAddress(): WrongAddress | undefined;
  /** Destroys the socket, whatever state it is in. */
  close(): void;
}

/** How long one address of several may take to accept a connection before the next is tried as well. */
const NEXT_ADDRESS_MS = 1_000;

export function openConnection(
  secure: boolean,
  addresses: readonly DialAddress[],
  onStage: (stage: Stage) => void,
): Connection {
  const watch = new SocketWatch(secure, addresses, onStage);
  const options = {
    keepAlive: false,
    lookup: lookupAmong(addresses),
    allowIPAddressList: addresses.filter(({ exempt }) => exempt).map(({ address }) => address),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  };
  const agent = secure
    ? new WatchedHttpsAgent(watch, { ...options, rejectUnauthorized: true, maxCachedSessions: 0 })
    : new WatchedHttpAgent(watch, options);
  return { agent, gone: watch.gone, wrongAddress: () => watch.wrongAddress, close: () => watch.close() };
}

/** Answers with the checked addresses, in place of a second look-up that could have another outcome. */
function lookupAmong(addresses: readonly DialAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    process.nextTick(() => {
      if (options.all) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

/** The filtering agents check the address once more by a rule of their own. */
class WatchedHttpAgent extends RequestFilteringHttpAgent {
  constructor(
    private readonly watch: SocketWatch,
    options: ConstructorParameters<typeof RequestFilteringHttpAgent>[0],
  ) {
    super(options);
  }

  override createConnection(...call: Parameters<RequestFilteringHttpAgent['createConnection']>): Duplex {
    return this.watch.over(super.createConnection(...call));
  }
}

class WatchedHttpsAgent extends RequestFilteringHttpsAgent {
  constructor(
    private readonly watch: SocketWatch,
    options: ConstructorParameters<typeof RequestFilteringHttpsAgent>[0],
  ) {
    super(options);
  }

  override createConnection(...call: Parameters<RequestFilteringHttpsAgent['createConnection']>): Duplex {
    return this.watch.over(super.createConnection(...call));
  }
}

/** Where a socket really goes, how far it gets, and what its HTTP client does not tell. */

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

/** How far a hop has come: for the message when its time is up. */
export type Stage = 'lookup' | 'connect' | 'handshake' | 'answer' | 'body';

/** What was still missing, as a phrase after "took longer than … ms: ". */
export const MISSING: Readonly<Record<Stage, string>> = {
  lookup: 'its name was not resolved in time',
  connect: 'it did not accept a connection',
  handshake: 'it did not finish the TLS handshake',
  answer: 'it did not read the request and send complete response headers',
  body: 'it did not finish its response body',
};

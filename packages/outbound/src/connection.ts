/**
 * One connection for one hop: opened to checked addresses only and closed when the hop is over.
 *
 * Connections are never reused. A kept connection could carry one caller's credentials (NTLM authenticates connections,
 * not requests) or left-over answer into another's call, and would outlive the check of its address.
 */
import type { Agent } from 'node:http';
import { type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { DialAddress } from './address/guard.js';
import { isSameAddress } from './address/rule.js';

/** The progress of a hop, for the message of a timeout. */
export type Stage = 'lookup' | 'connect' | 'handshake' | 'answer' | 'body';

/** What was still missing, as a phrase after "took longer than … ms: ". */
export const MISSING: Readonly<Record<Stage, string>> = {
  lookup: 'its name was not resolved in time',
  connect: 'it did not accept a connection',
  handshake: 'it did not finish the TLS handshake',
  answer: 'it did not read the request and send complete response headers',
  body: 'it did not finish its response body',
};

/** The socket connected to an address that was not checked. */
export class WrongAddress extends Error {
  override readonly name = 'WrongAddress';
  constructor(readonly address: string) {
    super(`connected to ${address}, which was not checked`);
  }
}

/** The target answered 101. Node's client then ends the connection without an event. */
export class ProtocolSwitched extends Error {
  override readonly name = 'ProtocolSwitched';
}

/** How long one address of several may take to accept a connection before the next is tried as well. */
const NEXT_ADDRESS_MS = 1_000;

export class Connection {
  /** The agent for the HTTP client. It checks the address again by a separate rule. */
  readonly agent: Agent;
  /** Rejects when the connection ends and the HTTP client does not report it. Never resolves. */
  readonly closed: Promise<never>;
  /** Set when the socket connected to an address that was not checked. Nothing was sent there. */
  wrongAddress: WrongAddress | undefined;
  private socket: Socket | undefined;
  private fail: (error: Error) => void = () => undefined;
  private readonly onClose = (): void =>
    this.fail(new ProtocolSwitched('the connection ended and the HTTP client did not say why'));

  /** @param onStage called with the stages 'connect' to 'answer' as they are reached. */
  constructor(
    private readonly secure: boolean,
    private readonly addresses: readonly DialAddress[],
    private readonly onStage: (stage: Stage) => void,
  ) {
    this.closed = new Promise((_resolve, reject) => {
      this.fail = reject;
    });
    this.closed.catch(() => undefined);
    const options = {
      keepAlive: false,
      lookup: lookupAmong(addresses),
      allowIPAddressList: addresses.filter(({ exempt }) => exempt).map(({ address }) => address),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    };
    const agent = secure
      ? new RequestFilteringHttpsAgent({ ...options, rejectUnauthorized: true, maxCachedSessions: 0 })
      : new RequestFilteringHttpAgent(options);
    const createConnection = agent.createConnection.bind(agent);
    agent.createConnection = (...call) => this.watch(createConnection(...call));
    this.agent = agent;
  }

  /** Watches a socket from before it connects. */
  watch(socket: Duplex): Socket {
    if (!(socket instanceof Socket)) throw new TypeError('the agent made a connection that is not a socket');
    this.socket = socket;
    this.onStage('connect');
    // The first listener: nothing is written, not even TLS's greeting, before the listeners of this event have run.
    socket.prependOnceListener('connect', () => this.checkAddress(socket));
    socket.once('secureConnect', () => this.onStage('answer'));
    // The last listener left: an error after the client has let go of the socket must not end the process.
    socket.on('error', () => undefined);
    socket.once('close', this.onClose);
    return socket;
  }

  /** Destroys the socket, whatever state it is in. */
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

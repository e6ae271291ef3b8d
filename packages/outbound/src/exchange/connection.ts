/**
 * One connection for one hop: dialled to checked addresses only, watched, closed when the hop is over.
 *
 * Connections are never used again. A kept connection could carry one caller's credentials (NTLM authenticates
 * connections, not requests) or left-over answer into another's call, and would outlive the check of its address.
 */
import type { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { DialAddress } from '../address/guard.js';
import { SocketWatch, type WrongAddress } from './socket-watch.js';
import type { Stage } from './stage.js';

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

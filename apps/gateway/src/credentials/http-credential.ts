/** The credential of one request: sends it where it belongs, and takes it out of what comes back. */
import { type HttpAuth, type HttpMethod, MIN_SECRET_LENGTH, ServiceError } from '@toolpress/contract';
import type { Authorize, DecodedBody, HopCredential, OutboundResponse } from '@toolpress/outbound';
import { Moved } from '@toolpress/runtime';
import type { HttpConnection } from '../accounts/connections/http-connection.js';
import type { BodyOwner, LargeBodies } from '../api/large-bodies.js';
import { countUnlessLarge } from '../api/large-body-tasks.js';
import type { Credential, Head, TakerOf } from '../tools/http-request/credential.js';
import { withQuery } from '../tools/http-request/page-requests.js';
import { Echoes, type Sought, sought } from './echoes/echoes.js';
import { LARGE_BODY, redactedBody } from './echoes/redacted-body.js';
import { PIECE, type RedactedPiece, redactedStream } from './echoes/redacted-stream.js';
import { Reach } from './reach.js';
import { clientPair } from './token-request.js';
import type { StoredToken } from './tokens.js';

const UNAUTHORIZED = 401;
/** The largest body in bytes that is searched in this thread: the search takes a few milliseconds. */
const SMALL_BYTES = 64 * 1024;

/** Headers in which some servers read the path or the method of a request, beyond those that the connection allows. */
const MOVING: readonly string[] = [
  ...['x-original-url', 'x-rewrite-url'],
  ...['x-http-method-override', 'x-http-method', 'x-method-override'],
];

/** Returns a token; a new one if one was refused. @throws ServiceError; the signal's reason. */
export type GetToken = (signal: AbortSignal, refused?: string) => Promise<StoredToken>;

export class HttpCredential implements Credential {
  isReplaced = false;
  private readonly reach: Reach;
  /** What must not come back. */
  private readonly secrets: Set<string>;
  /** The secrets, prepared when the first answer comes. */
  private sought: Sought | undefined;

  /** @param getToken for the types of OAuth2. */
  constructor(
    private readonly connection: HttpConnection,
    private readonly getToken: GetToken,
    private readonly largeBodies: Pick<LargeBodies, 'call'>,
  ) {
    const { slug, url, auth, methods } = connection;
    this.reach = new Reach(slug, url, methods);
    this.secrets = new Set(secretsOf(auth));
  }

  target(request: { method: HttpMethod; url: string; headers?: Readonly<Record<string, unknown>> }): string {
    const own = Object.keys(this.headersWith(''));
    const taken = Object.keys(request.headers ?? {}).find((name) => own.includes(name.toLowerCase()));
    if (taken !== undefined)
      throw new ServiceError(
        'invalid_parameter',
        `\`headers\`: \`${taken}\` can’t be set: the connection \`${this.connection.slug}\` sets it.`,
      );
    const moving = Object.keys(request.headers ?? {}).find((name) => MOVING.includes(name.toLowerCase()));
    if (moving !== undefined)
      throw new ServiceError(
        'invalid_parameter',
        `\`headers\`: \`${moving}\` can’t be set with a connection: servers may read another path or method from it.`,
      );
    return this.reach.resolve(request.url, request.method);
  }

  async exchange(
    send: (authorize: Authorize) => Promise<OutboundResponse>,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const token = await this.token(signal);
    const first = await this.attempt(send, token?.token);
    const isRefused = first.isAuthorized && first.answer.status === UNAUTHORIZED;
    if (token === undefined || !isRefused) return this.shown(first.answer);
    const next = await this.token(signal, token.id);
    return this.shown((await this.attempt(send, next?.token)).answer);
  }

  taking(takerOf: TakerOf, head: Head, owner: BodyOwner): ReturnType<TakerOf> {
    const taker = takerOf(this.shown(head));
    if (taker === undefined || taker === 'none') return taker;
    const redact = (piece: Buffer, isLast: boolean) => this.redactPiece(piece, isLast, owner);
    return { ...taker, take: (pieces) => taker.take(redactedStream(pieces, redact)) };
  }

  async decode({ headers, body }: Pick<OutboundResponse, 'headers' | 'body'>, owner: BodyOwner): Promise<DecodedBody> {
    if (body.length <= SMALL_BYTES && countUnlessLarge(body) !== undefined)
      return this.noting((echoes) => redactedBody(headers, body, echoes));
    const args = [headers, new Moved(body), [...this.secrets]] as const;
    const { isReplaced, ...decoded } = await this.largeBodies.call(LARGE_BODY, [...args], body.length, owner);
    this.isReplaced ||= isReplaced;
    return decoded;
  }

  /** Searches a piece of a stream, a large one in a thread. */
  private async redactPiece(piece: Buffer, isLast: boolean, owner: BodyOwner): Promise<RedactedPiece> {
    if (piece.length <= SMALL_BYTES) return this.noting((echoes) => echoes.redactPiece(piece, isLast));
    const args = [new Moved(piece), isLast, [...this.secrets]] as const;
    const { isReplaced, ...redacted } = await this.largeBodies.call(PIECE, [...args], piece.length, owner);
    this.isReplaced ||= isReplaced;
    return redacted;
  }

  private shown<Shown extends Head>(head: Shown): Shown {
    return this.noting((echoes) => ({
      ...head,
      headers: redactedHeaders(head.headers, echoes),
      url: echoes.redact(head.url),
    }));
  }

  private redact(text: string): string {
    return this.echoes().redact(text);
  }

  private noting<Result>(work: (echoes: Echoes) => Result): Result {
    const echoes = this.echoes();
    const result = work(echoes);
    this.isReplaced ||= echoes.isReplaced;
    return result;
  }

  private echoes(): Echoes {
    this.sought ??= sought([...this.secrets]);
    return new Echoes(this.sought);
  }

  /** Returns undefined for types without tokens. */
  private async token(signal: AbortSignal, refused?: string): Promise<StoredToken | undefined> {
    if (this.connection.auth.type !== 'oauth2_client_credentials') return undefined;
    const token = await this.getToken(signal, refused);
    this.secrets.add(token.token);
    this.sought = undefined;
    return token;
  }

  private async attempt(
    send: (authorize: Authorize) => Promise<OutboundResponse>,
    token: string | undefined,
  ): Promise<{ answer: OutboundResponse; isAuthorized: boolean }> {
    let isAuthorized = true;
    let hasLeft = false;
    try {
      const answer = await send(({ url, method }) => {
        // A target that was reached by a redirect from elsewhere is not what the caller asked for.
        hasLeft ||= !this.reach.covers(url, method);
        isAuthorized = !hasLeft;
        if (hasLeft) this.refuseLeak(url);
        return hasLeft ? undefined : this.credentialFor(url, token ?? '');
      });
      return { answer, isAuthorized };
    } catch (error) {
      throw this.withoutSecrets(error);
    }
  }

  /** Servers that move often pass the query on, with its secret. @throws ServiceError `response_invalid`. */
  private refuseLeak(url: URL): void {
    if (this.redact(url.href) === url.href) return;
    throw new ServiceError(
      'response_invalid',
      `The target redirected to ${url.host} with the secret of the connection \`${this.connection.slug}\` in the address, which is not followed.`,
    );
  }

  private credentialFor(url: URL, token: string): HopCredential {
    const { auth } = this.connection;
    const headers = this.headersWith(token);
    return {
      url: auth.type === 'query' ? new URL(withQuery(url.href, auth.name ?? '', auth.value ?? '')) : url,
      headers,
    };
  }

  /** Returns the headers of the connection, names in lower case. */
  private headersWith(token: string): Record<string, string> {
    const { auth, headers = {} } = this.connection;
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...Object.fromEntries(named), ...authHeaders(auth, token) };
  }

  private withoutSecrets(error: unknown): unknown {
    if (!(error instanceof ServiceError)) return error;
    const message = this.redact(error.message);
    return message === error.message ? error : new ServiceError(error.code, message);
  }
}

function authHeaders(auth: HttpAuth, token: string): Record<string, string> {
  if (auth.type === 'bearer') return { authorization: `Bearer ${auth.token}` };
  if (auth.type === 'basic') return { authorization: `Basic ${pairOf(auth)}` };
  if (auth.type === 'header') return { [(auth.name ?? '').toLowerCase()]: `${auth.prefix ?? ''}${auth.value}` };
  return auth.type === 'query' ? {} : { authorization: `Bearer ${token}` };
}

const pairOf = ({ username = '', password = '' }: HttpAuth): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

/** Returns base64 without its padding, which echoes may lack. */
const unpadded = (base64: string): string => base64.replaceAll('=', '');

/** Returns what must not come back of an authentication, without the tokens. */
function secretsOf(auth: HttpAuth): string[] {
  const { token, value, client_id = '', client_secret, username = '', password = '' } = auth;
  if (auth.type === 'basic') return [password.length < MIN_SECRET_LENGTH ? username : password, unpadded(pairOf(auth))];
  if (client_secret !== undefined) return [client_secret, unpadded(clientPair(client_id, client_secret))];
  return [token ?? value ?? ''];
}

function redactedHeaders(headers: OutboundResponse['headers'], echoes: Echoes): OutboundResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      echoes.redact(name),
      typeof value === 'string' ? echoes.redact(value) : value.map((each) => echoes.redact(each)),
    ]),
  );
}

/** A real identity provider (OpenID Connect) on loopback, with people who need no password. Its answers can be altered on the way. */
import { createSign, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

const KEY_ID = 'key-1';
/** What the provider keeps, for ten minutes. */
const TOKENS = ['Interaction', 'Grant', 'Session', 'AccessToken', 'IdToken'];

export interface PersonAtProvider {
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

export interface IdentityProvider {
  readonly issuer: string;
  /** The number of requests to each path. */
  readonly requests: ReadonlyMap<string, number>;
  /** Who signs in next. */
  person: string;
  /** Changes the claims of ID tokens; they are signed again. */
  alter: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Signs altered ID tokens with a key that the provider does not publish. */
  foreignKey: boolean;
  /** Adds the callback, whose address is known later. */
  register(client: { id: string; secret: string; redirectUri: string }): void;
  close(): Promise<void>;
}

export async function startIdentityProvider(people: Record<string, PersonAtProvider>): Promise<IdentityProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const requests = new Map<string, number>();
  let provider: Provider | undefined;

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://provider');
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1);
    if (provider === undefined) response.writeHead(503).end();
    else if (pathname.startsWith('/interaction/'))
      await provider.interactionFinished(request, response, { login: { accountId: identity.person } });
    else if (pathname === '/token' && identity.alter !== undefined) await alteredToken(request, response);
    else provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Asks the provider for a token, and replaces its ID token. */
  const alteredToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { alter } = identity;
    identity.alter = undefined; // the request below is answered unchanged
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const headers = { authorization, 'content-type': type };
    const answer = await fetch(`${issuer}/token`, { method: 'POST', headers, body: await buffer(request) });
    const token = (await answer.json()) as { id_token: string };
    const [, payload = ''] = token.id_token.split('.');
    const claims = alter?.(JSON.parse(Buffer.from(payload, 'base64url').toString())) ?? {};
    const id_token = signed(claims, identity.foreignKey ? foreign : own);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...token, id_token }));
  };

  const identity: IdentityProvider = {
    issuer,
    requests,
    person: '',
    alter: undefined,
    foreignKey: false,
    register({ id, secret, redirectUri }) {
      provider = new Provider(issuer, {
        clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
        jwks: {
          keys: [{ ...(own.export({ format: 'jwk' }) as JsonWebKey & { kty: 'RSA' }), kid: KEY_ID, use: 'sig' }],
        },
        cookies: { keys: ['a key of the test'] },
        scopes: ['openid', 'email', 'profile', 'groups'],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
        ttl: Object.fromEntries(TOKENS.map((kind) => [kind, 600])),
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
        findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people[sub] }) }),
        async loadExistingGrant(context) {
          const { client, session } = context.oidc;
          const grant = new context.oidc.provider.Grant({
            clientId: client?.clientId ?? '',
            accountId: session?.accountId ?? '',
          });
          grant.addOIDCScope('openid email profile groups');
          await grant.save();
          return grant;
        },
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return identity;
}

/** Returns a JSON Web Token. */
function signed(claims: object, key: KeyObject): string {
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encoded({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${encoded(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}

/** A browser that follows redirects and keeps cookies by origin. */
export class Browser {
  private static count = 0;
  /** Each browser has another address, because failed sign-ins are limited by address. */
  readonly address = `192.0.2.${++Browser.count}`;
  private readonly jars = new Map<string, Map<string, string>>();

  /** The cookies of an origin, as `Set-Cookie` had them. */
  readonly set: string[] = [];

  async get(address: string): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, accept: 'text/html', 'x-forwarded-for': this.address };
    const response = await fetch(address, { redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      this.set.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects until `ends` is true for the next address, which is returned, or an answer is not a redirect. */
  async follow(address: string, ends: (next: string) => boolean): Promise<string> {
    let next = address;
    for (let hops = 0; hops < 10; hops++) {
      if (ends(next)) return next;
      const response = await this.get(next);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
    }
    throw new Error('too many redirects');
  }
}

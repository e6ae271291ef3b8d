/** An application that knows only the address of `/mcp`, and the person who uses it in a browser. Written from the standards, without code of the service. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';

interface ServerMetadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string;
  revocation_endpoint: string;
  code_challenge_methods_supported: string[];
  token_endpoint_auth_methods_supported: string[];
}

interface ResourceMetadata {
  resource: string;
  authorization_servers: string[];
  scopes_supported: string[];
}

type Parameters = Record<string, string | undefined>;

export interface TokenAnswer {
  status: number;
  headers: Headers;
  body: {
    access_token: string;
    refresh_token: string;
    expires_in: number;
    token_type: string;
    scope: string;
    error: string;
    error_description: string;
  };
}

export interface Decision {
  token: string;
  /** The scopes to leave ticked. The default is all that are offered. */
  scopes?: string[];
  decision?: 'allow' | 'deny';
  /** Headers of the form's request. The default is what a browser sends from the page itself. */
  headers?: Record<string, string>;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const REDIRECT = 'http://127.0.0.1:7777/callback';

/** Returns where a browser goes from an answer by itself; undefined: nowhere. */
export async function leadsTo(answer: Response): Promise<string | undefined> {
  const [, address] = /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(await answer.clone().text()) ?? [];
  const refresh = address?.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return answer.headers.get('location') ?? refresh;
}

export class Application {
  private static count = 0;
  /** Each application has another address, because registrations are limited by address. */
  readonly address = `198.51.100.${++Application.count}`;
  resource = {} as ResourceMetadata;
  server = {} as ServerMetadata;
  clientId = '';
  verifier = '';
  state = '';
  accessToken = '';

  constructor(readonly mcp: string) {}

  /** Returns an application that has registered. @param url the service's. @param metadata as in `register`. */
  static async registered(url: string, metadata?: object): Promise<Application> {
    const application = await new Application(`${url}/mcp`).discover();
    await application.register(metadata);
    return application;
  }

  fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'x-forwarded-for': this.address, ...(init.headers as Record<string, string>) };
    return fetch(url, { redirect: 'manual', ...init, headers });
  }

  /** Sends a message to `/mcp`. */
  call(method: string, params: object = {}, token = this.accessToken, url = this.mcp): Promise<Response> {
    return this.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  }

  /** Returns whether an access token is accepted; otherwise it is answered 401. */
  async works(token: string): Promise<boolean> {
    const { status } = await this.call('tools/list', {}, token);
    expect(status).to.be.oneOf([200, 401]);
    return status === 200;
  }

  /** Opens an address and expects a page instead of a redirect. @returns its text. */
  async shown(url: string, status = 400): Promise<string> {
    const answer = await this.fetch(url, { headers: { accept: 'text/html' } });
    expect([answer.status, await leadsTo(answer)], url).to.deep.equal([status, undefined]);
    return answer.text();
  }

  /** Follows the challenge of a 401 to the metadata of the resource and of its authorization server. */
  async discover(): Promise<this> {
    const challenge = (await this.call('tools/list', {}, '')).headers.get('www-authenticate') ?? '';
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    this.resource = (await (await this.fetch(address)).json()) as ResourceMetadata;
    const [issuer = ''] = this.resource.authorization_servers;
    const metadata = new URL(`/.well-known/oauth-authorization-server${new URL(issuer).pathname}`, issuer);
    this.server = (await (await this.fetch(metadata.href.replace(/\/$/, ''))).json()) as ServerMetadata;
    return this;
  }

  async register(metadata: object | string = { client_name: 'Test application', redirect_uris: [REDIRECT] }) {
    const headers = { 'content-type': 'application/json' };
    const body = typeof metadata === 'string' ? metadata : JSON.stringify(metadata);
    const answer = await this.fetch(this.server.registration_endpoint, { method: 'POST', headers, body });
    const registered = (await answer.json()) as Record<string, unknown> & { client_id: string; error: string };
    this.clientId = registered.client_id;
    return { status: answer.status, headers: answer.headers, body: registered };
  }

  /** Returns the address for the browser. @param changes replaces parameters; undefined removes one. */
  authorizationUrl(changes: Parameters = {}): string {
    this.verifier = randomBytes(32).toString('base64url');
    this.state = randomBytes(12).toString('base64url');
    const url = new URL(this.server.authorization_endpoint);
    const parameters: Parameters = {
      ...{ response_type: 'code', client_id: this.clientId, redirect_uri: REDIRECT, state: this.state },
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      ...{ code_challenge_method: 'S256', resource: this.resource.resource, ...changes },
    };
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  /** Opens the page in a browser, fills in the form and sends it. @returns the answer to the form, or the page if it has none. */
  async decide(url: string, { token, scopes, decision = 'allow', headers }: Decision): Promise<Response> {
    const page = await this.fetch(url);
    const html = await page.clone().text();
    // A form without an address is sent to that of its page.
    if (!html.includes('<form method="post">')) return page;
    const offered = [...html.matchAll(/name="scope" value="(\w+)" checked/g)].map(([, name = '']) => name);
    const body = new URLSearchParams({ token, decision });
    for (const scope of scopes ?? offered) body.append('scope', scope);
    const { origin } = new URL(url);
    const own = headers ?? { origin, 'sec-fetch-site': 'same-origin' };
    return this.fetch(url, { method: 'POST', headers: { ...FORM, ...own }, body: body.toString() });
  }

  /** Signs in to an account, and keeps the access token. @returns the tokens. */
  async signIn(decision: Decision, changes: Parameters = {}): Promise<TokenAnswer['body']> {
    const { body } = await this.exchange(await this.code(decision, changes));
    this.accessToken = body.access_token;
    return body;
  }

  /** Returns the code that the answer to the form has for the application. */
  async code(decision: Decision, changes: Parameters = {}): Promise<string> {
    const answer = await this.decide(this.authorizationUrl(changes), decision);
    const location = await leadsTo(answer);
    if (location === undefined) throw new Error(`it leads nowhere: ${answer.status} ${await answer.text()}`);
    return new URL(location).searchParams.get('code') ?? '';
  }

  exchange(code: string, changes: Parameters = {}): Promise<TokenAnswer> {
    return this.token({
      ...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: this.clientId },
      ...{ code_verifier: this.verifier, resource: this.resource.resource, ...changes },
    });
  }

  refresh(refresh_token: string, changes: Parameters = {}): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token, client_id: this.clientId, ...changes });
  }

  async token(parameters: Parameters): Promise<TokenAnswer> {
    const answer = await this.post(this.server.token_endpoint, parameters);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as TokenAnswer['body'] };
  }

  revoke(token: string, client_id = this.clientId): Promise<Response> {
    return this.post(this.server.revocation_endpoint, { token, client_id });
  }

  private post(url: string, parameters: Parameters): Promise<Response> {
    const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return this.fetch(url, { method: 'POST', headers: FORM, body: new URLSearchParams(given).toString() });
  }
}

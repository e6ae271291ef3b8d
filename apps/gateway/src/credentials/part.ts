/** Credentials of accounts for APIs, which the HTTP request tool sends: `_connections`. */
import { ServiceError } from '@toolpress/contract';
import { SecretBox } from '@toolpress/runtime';
import type { HttpConnection } from '../accounts/connections/http-connection.js';
import type { Core, Part } from '../part.js';
import { HttpCredential } from './http-credential.js';
import { requestToken } from './token-request.js';
import { ConnectionTokens } from './tokens.js';

/** The statuses by which an API refuses a credential. */
const REFUSALS: readonly number[] = [401, 403];

export const part: Part = (core) => {
  const box = new SecretBox(core.masterKeys, 'connection tokens');
  const tokens = new ConnectionTokens(core.redis, box);
  const opened = (connection: HttpConnection, accountId: string): HttpCredential => {
    const request = async () =>
      requestToken(connection.slug, connection.auth, core.outbound, await limitsOf(core).then(({ hosts }) => hosts));
    return new HttpCredential(
      connection,
      (signal, refused) => tokens.get(accountId, connection.version, request, signal, refused),
      core.largeBodies,
    );
  };
  return {
    credential: async (slug, accountId) => opened(await core.connections.openHttp(accountId, slug), accountId),
    tests: {
      async http(slug, accountId, signal) {
        const connection = await core.connections.openHttp(accountId, slug);
        await test(core, connection, opened(connection, accountId), signal);
      },
    },
  };
};

/** Requests the address of a connection. Any answer but a refusal of the credential will do, because there may be nothing at the address. */
async function test(
  core: Core,
  connection: HttpConnection,
  credential: HttpCredential,
  signal: AbortSignal,
): Promise<void> {
  const { slug, url, methods } = connection;
  if (methods?.includes('GET') === false)
    throw new ServiceError('invalid_parameter', `The connection \`${slug}\` can’t be tested: it does not allow GET.`);
  const { hosts, timeoutMs, maxRedirects } = await limitsOf(core);
  const limits = { ...hosts, timeoutMs, maxRedirects, maxRequestBytes: 0, maxResponseBytes: 0, withoutBody: true };
  const { status } = await credential.exchange(
    (authorize) => core.outbound.request({ method: 'GET', url, headers: {}, authorize }, limits, signal),
    signal,
  );
  if (REFUSALS.includes(status))
    throw new ServiceError(
      'provider_refused',
      `The API of the connection \`${slug}\` refuses the credential (${status}).`,
    );
}

async function limitsOf({ settings }: Pick<Core, 'settings'>) {
  const { http_request: limits } = await settings.current();
  return {
    hosts: { blockedHosts: limits.blocked_hosts, allowedHosts: limits.allowed_hosts },
    timeoutMs: limits.timeout_ms,
    maxRedirects: limits.max_redirects,
  };
}

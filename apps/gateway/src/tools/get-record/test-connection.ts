/** Whether the provider takes a connection's token, found out by the one question that any valid token may ask. */
import { type ConnectionTest, type Json, ServiceError } from '@toolpress/contract';
import type { Caller } from '../../auth/tokens.js';
import type { RecordToolOptions } from './get-record.js';
import type { Question } from './provider.js';
import { providerBusy, saying, tokenRefused } from './provider-errors.js';
import { askPatiently } from './provider-requests.js';

/** @throws ServiceError `connection_unknown`, `provider_refused`, and what `askPatiently` throws. */
export async function testConnection(
  options: Omit<RecordToolOptions, 'pace'>,
  slug: string,
  { accountId }: Caller,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const token = await options.connections.tokenOf(accountId, slug);
  const { timeout_ms } = (await options.settings.current()).get_record;
  await askPatiently(options, whoami(slug, token), UNPACED, timeout_ms, signal);
  return { ok: true };
}

const whoami = (slug: string, token: string) =>
  ({
    operation: 'whoami',
    path: 'meta/whoami',
    token,
    read: (json: Json): true | undefined =>
      typeof json === 'object' && json !== null && 'id' in json && typeof json['id'] === 'string' ? true : undefined,
    refusals: {
      401: () => tokenRefused(slug),
      403: (fault) =>
        new ServiceError(
          'provider_refused',
          `The provider does not permit the connection \`${slug}\`.${saying(fault)}`,
        ),
    },
  }) satisfies Question<true>;

/** No base is asked, so there is no limit of a base to keep; who tests wants an answer now, not in half a minute. */
const UNPACED = {
  acquire: async () => () => undefined,
  pause: async (ms: number) => {
    throw providerBusy(ms);
  },
  grant: () => undefined,
};

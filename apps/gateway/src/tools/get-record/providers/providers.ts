/** The providers of records. */
import { type ConnectionProvider, type ProviderName, ServiceError } from '@toolpress/contract';
import { baserow } from './baserow.js';
import { directus } from './directus.js';
import { grist } from './grist.js';
import { nocodb } from './nocodb.js';
import { pocketbase } from './pocketbase.js';
import { postgres } from './postgres/postgres.js';
import { postgrest } from './postgrest.js';
import type { RecordProvider } from './provider.js';
import { restProvider } from './rest-provider.js';
import { seatable } from './seatable.js';
import { tablebase } from './tablebase.js';
import { teable } from './teable.js';

const PROVIDERS: Readonly<Record<ProviderName, RecordProvider>> = {
  tablebase,
  pocketbase: restProvider(pocketbase),
  nocodb: restProvider(nocodb),
  baserow: restProvider(baserow),
  grist: restProvider(grist),
  teable: restProvider(teable),
  seatable: restProvider(seatable),
  directus: restProvider(directus),
  postgrest: restProvider(postgrest),
  postgres,
};

/** @throws ServiceError `invalid_parameter` for a bucket or an API. */
export function providerOf(provider: ConnectionProvider, slug: string): RecordProvider {
  if (provider !== 's3' && provider !== 'http') return PROVIDERS[provider];
  const kind = provider === 's3' ? 'a bucket' : 'an API';
  throw new ServiceError('invalid_parameter', `The connection \`${slug}\` is ${kind}, which has no records.`);
}

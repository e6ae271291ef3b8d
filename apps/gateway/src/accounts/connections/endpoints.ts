/** What token holders do with connections to the provider, and the operator when the master key changes. */
import {
  Connection,
  ConnectionInput,
  ConnectionSlug,
  ConnectionTest,
  PageQuery,
  pageOf,
  ReEncryption,
  shape,
} from '@toolpress/contract';

import { type Endpoint, forCaller, forOperator } from '../../http/endpoint.js';
import { type RecordToolOptions, testConnection } from '../../tools/get-record/get-record.js';
import { type Connections, connectionUnknown } from './connections.js';

const SlugInPath = shape({ slug: ConnectionSlug });

export function connectionEndpoints(options: RecordToolOptions): Endpoint[] {
  const { connections } = options;
  return [
    forCaller({
      method: 'put',
      path: '/api/connections/{slug}',
      id: 'putConnection',
      summary: 'Saves a connection to the provider, or replaces it',
      params: SlugInPath,
      body: ConnectionInput,
      answer: Connection,
      handle: ({ params, body, caller }) => connections.save(caller.accountId, params.slug, body),
    }),
    forCaller({
      method: 'get',
      path: '/api/connections/{slug}',
      id: 'getConnection',
      summary: 'One connection, without its token',
      params: SlugInPath,
      answer: Connection,
      errors: ['connection_unknown'],
      async handle({ params, caller }) {
        const connection = await connections.find(caller.accountId, params.slug);
        if (connection === undefined) throw connectionUnknown(params.slug);
        return connection;
      },
    }),
    forCaller({
      method: 'delete',
      path: '/api/connections/{slug}',
      id: 'deleteConnection',
      summary: 'Deletes a connection and its token',
      params: SlugInPath,
      answer: SlugInPath,
      errors: ['connection_unknown'],
      async handle({ params, caller }) {
        if (!(await connections.remove(caller.accountId, params.slug))) throw connectionUnknown(params.slug);
        return { slug: params.slug };
      },
    }),
    forCaller({
      method: 'get',
      path: '/api/connections',
      id: 'listConnections',
      summary: 'All connections of the account, without their tokens',
      query: PageQuery,
      answer: pageOf(Connection),
      handle: ({ query, caller }) => connections.list(caller.accountId, query),
    }),
    forCaller({
      method: 'post',
      path: '/api/connections/{slug}/test',
      id: 'testConnection',
      summary: 'Asks the provider whether it takes the connection’s token',
      params: SlugInPath,
      answer: ConnectionTest,
      errors: [
        'connection_unknown',
        'provider_refused',
        'response_too_large',
        'target_unreachable',
        'response_invalid',
        'deadline_exceeded',
      ],
      handle: ({ params, caller }, { signal }) => testConnection(options, params.slug, caller, signal),
    }),
  ];
}

/** @param keepers of sealed secrets. */
export const reEncryptionEndpoint = (keepers: readonly Pick<Connections, 'reEncryptAll'>[]): Endpoint =>
  forOperator({
    method: 'post',
    path: '/admin/secrets/re-encrypt',
    id: 'reEncryptSecrets',
    summary: 'Brings all stored tokens of connections and secrets of webhooks under the current master key',
    answer: ReEncryption,
    async handle(_request, { log, signal }) {
      const counts: ReEncryption = { re_encrypted: 0, current: 0, failed: 0 };
      for (const keeper of keepers) {
        const more = await keeper.reEncryptAll(log, signal);
        for (const outcome of ['re_encrypted', 'current', 'failed'] as const) counts[outcome] += more[outcome];
      }
      return counts;
    },
  });

/** Endpoints for connections: for token holders, and for the operator after a change of the master key. */
import {
  Connection,
  ConnectionInput,
  ConnectionSlug,
  PageQuery,
  pageOf,
  ReEncryption,
  shape,
} from '@toolpress/contract';

import { type Endpoint, forCaller, forOperator } from '../../api/endpoint.js';
import { type Connections, connectionUnknown } from './connections.js';

export const SlugInPath = shape({ slug: ConnectionSlug });

export function connectionEndpoints(connections: Connections): Endpoint[] {
  return [
    forCaller({
      method: 'put',
      path: '/api/connections/{slug}',
      id: 'putConnection',
      audit: { action: 'connection.save' },
      summary: 'Creates or replaces a connection to a provider of records, a bucket or an API',
      params: SlugInPath,
      body: ConnectionInput,
      answer: Connection,
      errors: ['address_forbidden', 'host_forbidden'],
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
      audit: { action: 'connection.delete' },
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
      scopes: () => ['records'],
      query: PageQuery,
      answer: pageOf(Connection),
      handle: ({ query, caller }) => connections.list(caller.accountId, query),
    }),
  ];
}

/** @param stores the stores of encrypted secrets. */
export const reEncryptionEndpoint = (stores: () => Promise<readonly Pick<Connections, 'reEncryptAll'>[]>): Endpoint =>
  forOperator({
    method: 'post',
    path: '/admin/secrets/re-encrypt',
    id: 'reEncryptSecrets',
    audit: { action: 'secrets.re_encrypt' },
    summary: 'Re-encrypts tokens of connections and secrets of webhooks under the current master key',
    answer: ReEncryption,
    async handle(_request, { log, signal }) {
      const counts: ReEncryption = { re_encrypted: 0, current: 0, failed: 0 };
      for (const store of await stores()) {
        const added = await store.reEncryptAll(log, signal);
        for (const outcome of ['re_encrypted', 'current', 'failed'] as const) counts[outcome] += added[outcome];
      }
      return counts;
    },
  });

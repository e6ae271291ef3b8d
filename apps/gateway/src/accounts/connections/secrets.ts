/** What the operator does when the master key changes. */
import { ReEncryption } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Endpoint, forOperator } from '../../http/endpoint.js';
import type { SecretBox } from '../../shared/secret-box.js';
import { reEncryptConnections } from './re-encryption.js';

/** @param box of connections. */
export const secretsEndpoint = (redis: Redis, box: SecretBox): Endpoint =>
  forOperator({
    method: 'post',
    path: '/admin/secrets/re-encrypt',
    summary: 'Brings all stored tokens of connections under the current master key',
    answer: ReEncryption,
    errors: [],
    handle: (_request, { log, signal }) => reEncryptConnections(redis, box, log, signal),
  });

/** What a token holder's account has used. */
import { Usage } from '@toolpress/contract';
import { type Endpoint, forCaller } from '../../http/endpoint.js';
import type { UsageReader } from './usage.js';

export const usageEndpoint = (usage: UsageReader): Endpoint =>
  forCaller({
    method: 'get',
    path: '/api/usage',
    summary: 'Actions and successful requests of the account',
    answer: Usage,
    errors: [],
    handle: ({ caller }) => usage.ofAccount(caller.accountId),
  });

/** Writes the audit log for endpoints that declare a change (`audit`). Handlers are not aware of it. */
import { ServiceError } from '@toolpress/contract';
import type { Request as HttpRequest } from 'express';
import type { Caller } from '../../auth/callers.js';
import { clientAddress } from '../../auth/client-address.js';
import type { Endpoint, Request } from '../endpoint.js';
import { contextOf } from '../request-log.js';
import type { AuditLog, Change } from './audit-log.js';

type Input = Request<Record<string, string> | undefined, unknown, unknown> & { caller?: Caller };
type Handle = (input: Input, ...more: unknown[]) => Promise<unknown>;

export interface AuditParts {
  audit: AuditLog;
}

/** Returns the endpoint with a handler that writes the audit log, for one request; the same endpoint if it changes nothing that is audited. */
export function audited<Given extends Endpoint>(endpoint: Given, request: HttpRequest, { audit }: AuditParts): Given {
  const declared = 'audit' in endpoint ? endpoint.audit : undefined;
  if (declared === undefined || declared === 'work') return endpoint;
  const handle = endpoint.handle as unknown as Handle;
  const withEntry: Handle = async (input, ...more) => {
    const { caller, params = {}, body } = input;
    const change: Change = {
      actor: actorOf(caller),
      action: declared.action,
      account_id: caller?.accountId ?? (await declared.account?.(params)),
      object: declared.created === undefined ? Object.values(params).at(-1) : undefined,
      fields: declared.action === 'settings.update' ? settingsOf(body) : Object.keys(body ?? {}),
      request_id: contextOf(request).requestId,
      address: clientAddress(request),
    };
    const noted = await audit.note(change);
    let answer: unknown;
    try {
      answer = await handle(input, ...more);
    } catch (error) {
      // A caller's mistake is found before the change is made.
      if (error instanceof ServiceError && error.status < 500) await noted.refused();
      else await noted.ended({ outcome: 'unknown' });
      throw error;
    }
    const created = declared.created?.(answer);
    const { account_id = declared.action === 'account.create' ? created : undefined } = answer as {
      account_id?: string;
    };
    await noted.ended({ outcome: 'done', object: created, account_id });
    return answer;
  };
  return { ...endpoint, handle: withEntry };
}

export const actorOf = (caller: Pick<Caller, 'tokenId' | 'tokenName'> | undefined): Change['actor'] =>
  caller === undefined
    ? { kind: 'admin', id: null, name: null }
    : { kind: 'token', id: caller.tokenId, name: caller.tokenName || null };

/** Returns the names of changed settings. Names inside of fields of other bodies are chosen by callers, such as paths of files. */
const settingsOf = (body: unknown): string[] =>
  Object.entries((body ?? {}) as Record<string, object>).flatMap(([area, values]) =>
    Object.keys(values).map((name) => `${area}.${name}`),
  );

/** The preconditions of requests that change something (RFC 9110, 13.1). */
import { ServiceError } from '@toolpress/contract';
import type { Request } from 'express';

export type Precondition = 'If-Match' | 'If-None-Match';

export interface Preconditions {
  /** The entity tags without quotation marks, of which one must be current; `*` is any. Absent: no condition. */
  match?: readonly string[];
  /** Whether nothing may exist yet. */
  isNew?: boolean;
}

/** The largest number of tags in a header. */
const MAX_TAGS = 100;

/**
 * Reads the preconditions of a request.
 *
 * @param honoured those that the endpoint honours. Others are ignored.
 * @throws ServiceError `invalid_parameter` for a header that cannot be read.
 */
export function preconditionsOf(request: Pick<Request, 'get'>, honoured: readonly Precondition[]): Preconditions {
  const given = (name: Precondition) => (honoured.includes(name) ? request.get(name) : undefined);
  const [match, noneMatch] = [given('If-Match'), given('If-None-Match')];
  if (noneMatch !== undefined && noneMatch.trim() !== '*')
    throw new ServiceError(
      'invalid_parameter',
      'The header `If-None-Match` must be `*`: the request is for something new. For a change, send the tag in `If-Match`.',
    );
  return { ...(match !== undefined && { match: tagsOf(match) }), ...(noneMatch !== undefined && { isNew: true }) };
}

/** Tags that proxies marked as weak, because they compressed the answer, count: they identify the text, not the bytes of an answer. */
function tagsOf(header: string): string[] {
  const tags = header
    .split(',', MAX_TAGS)
    .map((part) => (part.trim() === '*' ? '*' : /^(?:W\/)?"([^"]*)"$/.exec(part.trim())?.[1]));
  if (tags.every((tag) => tag !== undefined)) return tags;
  throw new ServiceError(
    'invalid_parameter',
    'The header `If-Match` must be `*`, or tags in quotation marks as `ETag` has them, separated by commas.',
  );
}

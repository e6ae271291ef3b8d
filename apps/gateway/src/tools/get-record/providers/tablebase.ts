/** The hosted provider of the specification, in the REST format of Airtable. */
import { ServiceError, TablebaseIds, type TableRecord } from '@toolpress/contract';
import type { BodyOwner } from '../../../api/large-bodies.js';
import type { ProviderRequest } from '../provider.js';
import { providerBusy, quoted, tokenRejected } from '../provider-errors.js';
import type { RateLimiter } from '../rate-limiter.js';
import { answersOf, inObject, pageIn } from './answers.js';
import { KEY, valuesOf } from './conditions.js';
import {
  type Ask,
  encoded,
  providerCannot,
  type RecordProvider,
  type RecordQuery,
  type Search,
  type TableIds,
} from './provider.js';
import { lengthOf } from './query-parts.js';
import { isRecord } from './record-json.js';
import { listChanged, searched } from './search.js';
import { formulaOf } from './tablebase-formula.js';

/** The provider omits empty fields, and `fields` itself when all are empty. */
const record = inObject((json) => {
  const { id, fields, createdTime } = { fields: {}, ...json } as TableRecord;
  const isOwn = isRecord({ id, fields, createdTime }) && id.startsWith('rec') && createdTime !== null;
  return isOwn ? { id, fields, createdTime } : undefined;
});

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  page: pageIn({
    in: 'records',
    record,
    more: ({ offset }) => (typeof offset === 'string' ? { next: offset } : {}),
  }),
  user: inObject((json): true | undefined => (typeof json['id'] === 'string' ? true : undefined)),
});

/** Text values need a time zone and a language. */
const AS_TEXT = 'cellFormat=string&timeZone=UTC&userLocale=en-gb';

/** @param more other parameters of each request. */
const searchWith = (more: string): Search => ({
  size: 100,
  isUtc: true,
  isExact: true,
  // The provider takes addresses of 16,000 characters.
  load: ({ where }) => lengthOf(encoded(formulaOf(where))) / 2,
  page({ base_id, table_id }, { where, sort }, { cursor, size }) {
    const parameters = new URLSearchParams({ pageSize: String(size), filterByFormula: formulaOf(where) });
    sort.forEach(({ field, direction }, at) => {
      parameters.set(`sort[${at}][field]`, field);
      parameters.set(`sort[${at}][direction]`, direction);
    });
    if (cursor !== undefined) parameters.set('offset', cursor);
    return { path: `${encoded(base_id)}/${encoded(table_id)}?${parameters}${more}`, read: answers.page };
  },
  next: ({ next }) => next,
});

const BY_VALUE = searchWith('');
const BY_VALUE_AS_TEXT = searchWith(`&${AS_TEXT}`);

export const tablebase: RecordProvider = {
  ids: TablebaseIds,
  open({ slug, token }, call) {
    const asking =
      (baseId: string, named: string): Ask =>
      ({ path, read, given = '' }) =>
        call.client.request(
          {
            ...{ operation: 'get_record', path, token, read, given, roomFor: call.roomFor, owner: call.owner },
            errors: errorsOf(slug, named),
          },
          call.limiterOf(baseId),
          call.left(),
          call.signal,
        );
    const query = async (table: TableIds, wanted: RecordQuery, isText = false) => {
      const ask = asking(table.base_id, 'of this value');
      const found = await searched(isText ? BY_VALUE_AS_TEXT : BY_VALUE, table, wanted, ask, isText);
      if (found.length === 0) await refuseRecordIds(table, wanted, ask);
      return found;
    };
    return {
      get: ({ base_id, table_id, record_id }, asText) => {
        const path = [base_id, table_id, record_id].map(encoded).join('/');
        const ask = asking(base_id, `\`${record_id}\``);
        return ask({ path: `${path}${asText ? `?${AS_TEXT}` : ''}`, read: answers.record });
      },
      find: (table, where, asText) => query(table, { where: [{ op: '=', ...where }], sort: [], limit: 2 }, asText),
      list: async (table, ids) => {
        // They come from the provider's answer.
        const value = ids.filter((id) => TablebaseIds.extract('record_id').validate(id).error === undefined);
        if (value.length === 0) return [];
        return query(table, { where: [{ field: KEY, op: 'in', value }], sort: [], limit: value.length });
      },
      query,
      test: async () =>
        void (await call.client.request(
          whoami(slug, token, call.owner),
          impatient(call.limiterOf()),
          call.left(),
          call.signal,
        )),
    };
  },
};

/** Formulas see the names of linked records, so that a search by their IDs finds nothing. @throws ServiceError `provider_cannot`. */
async function refuseRecordIds(table: TableIds, { where }: RecordQuery, ask: Ask): Promise<void> {
  const isId = (value: unknown): boolean => /^rec[A-Za-z0-9]{14}$/.test(String(value));
  const byId = where.find(
    ({ field, op, value }) => field !== KEY && ['=', 'in'].includes(op) && valuesOf(value).some(isId),
  );
  if (byId === undefined) return;
  const { field } = byId;
  const query: RecordQuery = {
    where: [{ field, op: 'is_empty', value: false }],
    sort: [{ field, direction: 'asc' }],
    limit: 1,
  };
  const request = BY_VALUE.page(table, query, { cursor: undefined, read: 0, size: 1 });
  const { keys } = await ask({ ...request, given: JSON.stringify(query) });
  if (keys.flat(2).some(isId))
    throw providerCannot(
      `conditions for the IDs of linked records, which \`${field}\` holds. Use \`expand\` with a field of the other table that links to this one, or a formula field with the IDs`,
    );
}

/** @param named names the record in the error for 404. */
const errorsOf = (slug: string, named: string): ProviderRequest<unknown>['errors'] => ({
  401: () => tokenRejected(slug),
  403: (said) =>
    new ServiceError(
      'provider_refused',
      `Not permitted or not found: \`base_id\`, \`table_id\` or \`record_id\` may be wrong, or the token of the connection \`${slug}\` has no access to the base or lacks the scope \`data.records:read\`.${quoted(said)}`,
    ),
  404: (said) =>
    new ServiceError('record_not_found', `The provider has no record ${named} in this table.${quoted(said)}`),
  422: (said) =>
    // A page comes too late, or the table has changed.
    said.type === 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE'
      ? listChanged()
      : new ServiceError('invalid_parameter', `The provider rejects the request.${quoted(said)}`),
});

/** A request that any valid token may make. */
const whoami = (slug: string, token: string, owner: BodyOwner) =>
  ({
    operation: 'whoami',
    path: 'meta/whoami',
    ...{ token, owner, read: answers.user },
    errors: {
      401: () => tokenRejected(slug),
      403: (said) =>
        new ServiceError('provider_refused', `The provider does not permit the connection \`${slug}\`.${quoted(said)}`),
    },
  }) satisfies ProviderRequest<true>;

/** Connection tests read no base. They fail immediately instead of waiting for a pause that the provider demands. */
const impatient = (limiter: RateLimiter): RateLimiter => ({
  ...limiter,
  pause: async (ms) => {
    throw providerBusy(ms);
  },
  grant: () => undefined,
});

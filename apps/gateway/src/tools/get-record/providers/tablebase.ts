/** The hosted provider of the specification, in the REST format of Airtable. */
import { ServiceError, TablebaseIds, type TableRecord, type Where } from '@toolpress/contract';
import type { BodyOwner } from '../../../api/large-bodies.js';
import type { ProviderRequest } from '../provider.js';
import { providerBusy, quoted, tokenRejected } from '../provider-errors.js';
import type { RateLimiter } from '../rate-limiter.js';
import { type AnswerReader, answersOf, type Carried, inObject, listIn } from './answers.js';
import { encoded, type RecordProvider } from './provider.js';
import { isRecord } from './record-json.js';

/** The provider omits empty fields, and `fields` itself when all are empty. */
const record = inObject((json) => {
  const { id, fields, createdTime } = { fields: {}, ...json } as TableRecord;
  const isOwn = isRecord({ id, fields, createdTime }) && id.startsWith('rec') && createdTime !== null;
  return isOwn ? { id, fields, createdTime } : undefined;
});

/** @public */
export const answers = answersOf(import.meta.url, {
  record,
  records: listIn('records', record),
  user: inObject((json): true | undefined => (typeof json['id'] === 'string' ? true : undefined)),
});

/** Text values need a time zone and a language. */
const AS_TEXT = 'cellFormat=string&timeZone=UTC&userLocale=en-gb';

export const tablebase: RecordProvider = {
  ids: TablebaseIds,
  open({ slug, token }, call) {
    const ask = <Answer>(
      path: string,
      baseId: string,
      read: AnswerReader<Answer>,
      named: string,
    ): Promise<Carried<Answer>> =>
      call.client.request(
        {
          ...{ operation: 'get_record', path, token, read, roomFor: call.roomFor, owner: call.owner },
          errors: errorsOf(slug, named),
        },
        call.limiterOf(baseId),
        call.left(),
        call.signal,
      );
    const search = (base: string, table: string, formula: string, most: number, asText: boolean) => {
      const query = `filterByFormula=${encoded(formula)}&maxRecords=${most}${asText ? `&${AS_TEXT}` : ''}`;
      return ask(`${encoded(base)}/${encoded(table)}?${query}`, base, answers.records, 'of this value');
    };
    return {
      get: ({ base_id, table_id, record_id }, asText) => {
        const path = [base_id, table_id, record_id].map(encoded).join('/');
        return ask(`${path}${asText ? `?${AS_TEXT}` : ''}`, base_id, answers.record, `\`${record_id}\``);
      },
      find: ({ base_id, table_id }, where, asText) => search(base_id, table_id, formulaOf(where), 2, asText),
      list: ({ base_id, table_id }, ids) => {
        // They come from the provider's answer.
        const known = ids.filter((id) => TablebaseIds.extract('record_id').validate(id).error === undefined);
        const formula = `OR(${known.map((id) => `RECORD_ID()="${id}"`).join(',')})`;
        return known.length === 0 ? Promise.resolve([]) : search(base_id, table_id, formula, known.length, false);
      },
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

/** Returns the formula for a field's value. Names and values are literals, so that they cannot contain formulas. */
function formulaOf({ field, value }: Where): string {
  const name = field.replace(/[\\}]/g, '\\$&');
  if (typeof value === 'string') {
    const literal = value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
    return `{${name}}="${literal}"`;
  }
  return `{${name}}=${Number(value)}`;
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
  422: (said) => new ServiceError('invalid_parameter', `The provider rejects these ids.${quoted(said)}`),
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

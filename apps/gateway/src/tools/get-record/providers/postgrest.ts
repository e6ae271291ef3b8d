/** PostgREST: `GET /{table}?id=eq.{id}` in the schema of the base. Tables need a primary key `id`. */
import { ServiceError, segment } from '@toolpress/contract';
import { answersOf, inObject } from './answers.js';
import { type Ask, bearer, encoded, idRule, notUnique, type RestServer, type TableIds, unique } from './provider.js';
import { recordFrom, recordsFrom } from './record-json.js';

const record = inObject((json) => recordFrom(json['id'], json, json['created_at']));

/** @public */
export const answers = answersOf(import.meta.url, {
  records: (json) => recordsFrom(json, (item) => record(item, '')),
});

export const postgrest: RestServer = {
  hasAllFields: true,
  ids: idRule({
    // It is sent in a header.
    base_id: segment('a schema’s name')
      .pattern(/^\w{1,63}$/)
      .message('{{#label}} must be the name of a schema, in letters, digits and underscores'),
  }),
  headers: bearer,
  async get({ base_id, table_id, record_id }, ask) {
    const [record, second] = await search({ base_id, table_id }, `id=eq.${encoded(record_id)}&limit=2`, ask);
    if (second !== undefined) throw notUnique('record_id');
    if (record === undefined)
      throw new ServiceError('record_not_found', `The server has no record \`${record_id}\` in this table.`);
    return record;
  },
  find: (table, { field, value }, ask) =>
    search(table, `${encoded(`"${escaped(field)}"`)}=eq.${encoded(String(value))}&limit=2`, ask),
  async list(table, ids, ask) {
    const filter = encoded(`(${ids.map((id) => `"${escaped(id)}"`).join(',')})`);
    return unique(await search(table, `id=in.${filter}&limit=${ids.length + 1}`, ask));
  },
  test: (ask) => ask({ path: '/', read: answers.any, operation: 'whoami' }),
};

const escaped = (text: string): string => text.replace(/[\\"]/g, '\\$&');

const search = (table: TableIds, query: string, ask: Ask) =>
  ask({
    path: `/${encoded(table.table_id)}?${query}`,
    extra: { 'accept-profile': table.base_id },
    read: answers.records,
  });

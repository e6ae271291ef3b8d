/** Copies a record of a connected server into a set of sample data, as `data_from` reads it for a call. */
import { NAME, type Sample } from '../draft/draft.js';
import { all, call } from '../service/api.js';
import { ask, openDialog } from '../ui/dialogs.js';
import { checkbox, field, h, select } from '../ui/dom.js';

export const RECORD_TITLE = 'Data from a record';

interface Connection {
  slug: string;
  provider: string;
}

interface RecordAnswer {
  id: string;
  fields: Record<string, unknown>;
  createdTime: string | null;
}

/** What was asked for last, so that a next record needs its ID only. */
const last = { connection: '', base: '', table: '', name: 'record' };

/** @param current the set whose values the record can be added to. @param names those that a set may replace; undefined if there is room for another. */
export async function askRecord(current: Sample, names: readonly string[] | undefined): Promise<Sample | undefined> {
  const connections = (await all<Connection>('connections')).filter(({ provider }) => provider !== 's3');
  if (connections.length === 0) {
    showMissingConnection();
    return undefined;
  }
  const connection = select(
    connections.map(({ slug, provider }) => [slug, `${slug} (${provider})`] as const),
    {},
  );
  if (connections.some(({ slug }) => slug === last.connection)) connection.value = last.connection;
  const base = input({ value: last.base });
  const table = input({ value: last.table });
  const record = input({});
  const name = input({ value: last.name, pattern: NAME, maxlength: 64 });
  const isAdded = h('input', { type: 'checkbox', checked: true });
  let sample: Sample | undefined;
  const run = async (): Promise<void> => {
    if (names !== undefined && !names.includes(name.value))
      throw new Error(
        'There is no room for a further set of sample data: delete one, or write the name of one to replace.',
      );
    const body = {
      base_id: base.value,
      table_id: table.value,
      record_id: record.value,
      _connections: { tablebase: connection.value },
    };
    const answer = await call<RecordAnswer>('tablebase/get-record', { method: 'POST', body });
    Object.assign(last, { connection: connection.value, base: base.value, table: table.value, name: name.value });
    sample = { name: name.value, text: recordData(isAdded.checked ? current.text : '{}', answer) };
  };
  await ask({
    title: RECORD_TITLE,
    text: 'The fields of the record become a set of sample data, as a copy: personal data stays in this draft until you delete it. Reading it costs 1 action.',
    confirm: 'Copy',
    fields: [
      field('Connection', connection),
      h('div', { class: 'pair' }, field('Base', base), field('Table', table)),
      field('Record', record, 'The ID of the record.'),
      field('Name of the set', name, 'A set of this name is replaced.'),
      checkbox(`Add it to the values of “${current.name}”, as data_from does`, isAdded),
    ],
    run,
  });
  return sample;
}

const input = (attributes: Record<string, string | number>): HTMLInputElement =>
  h('input', { required: true, autocomplete: 'off', spellcheck: 'false', ...attributes });

/** Returns the data that a call with `data_from` prints. @param shared JSON. @throws SyntaxError if it is none. */
function recordData(shared: string, { id, fields, createdTime }: RecordAnswer): string {
  const data = shared.trim() === '' ? {} : (JSON.parse(shared) as object);
  return JSON.stringify({ ...data, ...fields, _record: { id, createdTime } }, null, 2);
}

function showMissingConnection(): void {
  openDialog(
    { title: RECORD_TITLE },
    h(
      'p',
      {},
      'The account has no connection to a server of records. Create one by ',
      h('code', {}, 'PUT /api/connections/{slug}'),
      ', then choose a record here.',
    ),
    h('p', {}, h('a', { href: '/docs/get-record', target: '_blank' }, 'Records')),
  );
}

/** Copies a record or a list of a connected server into a set of sample data, as `data_from` reads it for a call. */
import { NAME, type Sample } from '../draft/draft.js';
import { all } from '../service/api.js';
import { ask, openDialog } from '../ui/dialogs.js';
import { checkbox, field, h, select } from '../ui/dom.js';
import { listData, type Parameters, recordData } from './connected-records.js';

export const RECORD_TITLE = 'Data from a record';

interface Connection {
  slug: string;
  provider: string;
}

/** What was asked for last, so that a next record needs its ID only. */
const last = { connection: '', base: '', table: '', name: 'record', parameters: '' };

/** The number of records of a list without `limit`. Sample data is for looking at. */
const SAMPLE_RECORDS = 20;

/** @param current the set whose values the record can be added to. @param names those that a set may replace; undefined if there is room for another. */
export async function askRecord(current: Sample, names: readonly string[] | undefined): Promise<Sample | undefined> {
  const connections = (await all<Connection>('connections')).filter(
    ({ provider }) => provider !== 's3' && provider !== 'http',
  );
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
  const kind = select(
    [
      ['record', 'One record'],
      ['list', 'A list of records'],
    ],
    {},
  );
  const record = input({ required: false });
  const parameters = h('textarea', { rows: 3, spellcheck: 'false', class: 'code' });
  parameters.value = last.parameters;
  const name = input({ value: last.name, pattern: NAME, maxlength: 64 });
  const isAdded = h('input', { type: 'checkbox', checked: true });
  let sample: Sample | undefined;
  const run = async (): Promise<void> => {
    if (names !== undefined && !names.includes(name.value))
      throw new Error(
        'There is no room for a further set of sample data: delete one, or write the name of one to replace.',
      );
    const of = { base_id: base.value, table_id: table.value, _connections: { tablebase: connection.value } };
    const more = parametersIn(parameters.value);
    const data =
      kind.value === 'list'
        ? { records: await listData(of, { limit: SAMPLE_RECORDS, ...more }) }
        : await recordData(of, record.value === '' ? undefined : record.value, more);
    Object.assign(last, { connection: connection.value, base: base.value, table: table.value, name: name.value });
    last.parameters = parameters.value;
    sample = { name: name.value, text: sampleText(isAdded.checked ? current.text : '{}', data) };
  };
  const byId = field('Record', record, 'The ID of the record; empty to find it by where in the parameters.');
  kind.addEventListener('change', () => (byId.hidden = kind.value === 'list'));
  await ask({
    title: RECORD_TITLE,
    text: 'What is read becomes a set of sample data, as a copy: personal data stays in this draft until you delete it. Reading costs what get-record and list-records cost.',
    confirm: 'Copy',
    fields: [
      field('Connection', connection),
      h('div', { class: 'pair' }, field('Base', base), field('Table', table)),
      field('Read', kind),
      byId,
      field(
        'Parameters',
        parameters,
        `JSON, as in data_from: where, sort, limit, fields, expand, children. A list has ${SAMPLE_RECORDS} records without limit.`,
      ),
      field('Name of the set', name, 'A set of this name is replaced.'),
      checkbox(`Add it to the values of “${current.name}”, as data_from does`, isAdded),
    ],
    run,
  });
  return sample;
}

/** Returns the members of a JSON object; none of an empty text. @throws Error with what to write. */
function parametersIn(text: string): Parameters {
  if (text.trim() === '') return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Parameters;
  throw new Error('`Parameters` must be a JSON object, such as `{"expand": {"customer_id": "customers"}}`.');
}

const input = (attributes: Record<string, string | number | boolean>): HTMLInputElement =>
  h('input', { required: true, autocomplete: 'off', spellcheck: 'false', ...attributes });

/** Returns the data that a call with `data_from` prints. @param shared JSON. @throws SyntaxError if it is none. */
function sampleText(shared: string, members: object): string {
  const data = shared.trim() === '' ? {} : (JSON.parse(shared) as object);
  return JSON.stringify({ ...data, ...members }, null, 2);
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

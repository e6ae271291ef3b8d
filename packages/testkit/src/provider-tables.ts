/** The lists of records of the provider's double: filtered, sorted and in pages as its documentation says. */
import type { ServerResponse } from 'node:http';
import { sampleRecord } from './provider-answers.js';
import { type Cell, FormulaError, filterOf } from './provider-formula.js';

export interface ProviderRecord {
  id: string;
  createdTime: string;
  /** Dates are cells of date fields. */
  fields: Record<string, Cell>;
}

const MOST = 100;

/** The records of a table that no test has filled: some with these ids, if the formula names ids. */
const sampleTable = (formula: string): ProviderRecord[] => {
  const ids = [...formula.matchAll(/RECORD_ID\(\)="(\w+)"/g)].map(([, id = '']) => id);
  return (ids.length > 0 ? ids : ['recFound0']).map((id) => sampleRecord(id) as unknown as ProviderRecord);
};

/** Empty cells come first; numbers by size, texts in the order of a dictionary. */
function compared(one: Cell | undefined, other: Cell | undefined): number {
  const [a, b] = [one ?? '', other ?? ''];
  if (a === '' || b === '') return Number(b === '') - Number(a === '') === 0 ? 0 : a === '' ? -1 : 1;
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** The provider leaves out empty cells, and boxes that are not ticked. Dates have the form of their fields. */
const shown = ({ fields, ...record }: ProviderRecord) => ({
  ...record,
  fields: Object.fromEntries(
    Object.entries(fields)
      .filter(([, cell]) => cell !== null && cell !== '' && cell !== false)
      .map(([name, cell]) => [name, cell instanceof Date ? cell.toISOString().slice(0, 10) : cell]),
  ),
});

/** Answers a request for a list. Pages begin where the one before ended, so that they shift if the table changes. */
export function respondWithList(
  response: ServerResponse,
  query: URLSearchParams,
  table: readonly ProviderRecord[] | undefined,
): unknown {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  const formula = query.get('filterByFormula') ?? '';
  const records = table ?? sampleTable(formula);
  const names = new Set(records.flatMap(({ fields }) => Object.keys(fields)));
  const sort = [0, 1, 2, 3, 4].flatMap((at) => {
    const field = query.get(`sort[${at}][field]`);
    return field === null ? [] : [{ field, sign: query.get(`sort[${at}][direction]`) === 'desc' ? -1 : 1 }];
  });
  const invalid = (type: string, message: string) => send(422, { error: { type, message } });
  const unknown = sort.find(({ field }) => !names.has(field));
  if (unknown !== undefined) return invalid('UNKNOWN_FIELD_NAME', `Unknown field name: "${unknown.field}"`);
  const size = Number(query.get('pageSize') ?? MOST);
  if (!(size >= 1 && size <= MOST)) return invalid('INVALID_REQUEST_UNKNOWN', 'pageSize must be from 1 to 100');
  try {
    const isFound = filterOf(formula, names);
    const found = records
      .filter(({ fields, id }) => isFound(fields, id))
      .sort((one, other) => {
        for (const { field, sign } of sort) {
          const difference = compared(one.fields[field], other.fields[field]);
          if (difference !== 0) return sign * difference;
        }
        return 0;
      });
    const from = Number(/^itr(\d+)$/.exec(query.get('offset') ?? 'itr0')?.[1] ?? Number.NaN);
    if (Number.isNaN(from)) return invalid('INVALID_OFFSET_VALUE', 'The value of offset is not valid');
    const next = from + size < found.length ? { offset: `itr${from + size}` } : {};
    return send(200, { records: found.slice(from, from + size).map(shown), ...next });
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return invalid('INVALID_FILTER_BY_FORMULA', `The formula for filtering records is invalid: ${error.message}`);
  }
}

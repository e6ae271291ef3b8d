import { nearestNames, PdfRequest, rowsFrom, validate } from '@toolpress/contract';
import { itIsLinear } from '@toolpress/testkit';
import { describe } from 'mocha';
import { parseJson } from './api/json.js';
import type { Form } from './gotenberg-forms/form-body.js';
import { formRequest } from './gotenberg-forms/form-request.js';
import { readRow } from './jobs/batches/read-row.js';
import { JsonLines, splitRows } from './jobs/batches/rows.js';

const LONG = 1_000_000;
const MANY = 10_000;
const repeated = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length));
const tried = (work: () => unknown) => () => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('A form is read in time proportional to its length when it repeats', () => {
  const form = (fields: Record<string, string>, html = 'x', files: [string, string][] = []): Form => ({
    fields: new Map(Object.entries(fields).map(([name, value]) => [name, [value]])),
    files: new Map([
      ['files', [['index.html', html], ...files].map(([name = '', text = '']) => ({ name, bytes: Buffer.from(text) }))],
    ]),
  });
  const kind = { isMarkdown: false, outputName: undefined, usualName: 'x', fileTtl: 60 };
  const read = (given: Form, isMarkdown = false) => tried(() => formRequest(given, { ...kind, isMarkdown }));

  for (const [field, part] of [
    ['metadata', '"a'],
    ['cookies', '{},'],
    ['extraHttpHeaders', 'scope ;'],
    ['nativePageRanges', '1-2,'],
    ['waitDelay', '1s'],
    ['paperWidth', '1'],
  ] as const)
    itIsLinear(`${part} in \`${field}\``, LONG / 4, (length) => {
      const texts = repeated(part, length);
      const value = {
        metadata: () =>
          JSON.stringify(Object.fromEntries(Array.from({ length: length / 80 }, (_, at) => [`a${at}`, 'x']))),
        cookies: () => `[${texts}{}]`,
        extraHttpHeaders: () => JSON.stringify({ a: texts }),
      }[field as string];
      return read(form({ [field]: value?.() ?? texts }));
    });
  for (const part of ['{{', '{{ toHTML "a.md" }}', '{{ toHTML "', '{{ toHTML   '])
    itIsLinear(`${part} in its Markdown`, LONG / 4, (length) =>
      read(form({}, repeated(part, length), [['b.md', 'x']]), true),
    );
});

describe('JSON is read in time proportional to its length when it repeats', () => {
  for (const [part, make] of [
    ['digits', (length: number) => `[${'1'.repeat(length)}]`],
    ['zeros', (length: number) => `[0.${'0'.repeat(length)}1]`],
    ['numbers that lose digits', (length: number) => `[${'12345678901234567890,'.repeat(length / 21)}1]`],
    ['names', (length: number) => `{${Array.from({ length: length / 40 }, (_, at) => `"a${at}":1`).join(',')}}`],
    ['one name', (length: number) => `{${'"a":1,'.repeat(length / 6)}"b":1}`],
    ['brackets', (length: number) => '['.repeat(length)],
    ['backslashes', (length: number) => `["${'\\\\'.repeat(length / 2)}"]`],
    ['quotation marks in texts', (length: number) => `["${'\\"'.repeat(length / 2)}"]`],
    ['faults', (length: number) => `[${"'a' ".repeat(length / 4)}`],
  ] as const)
    itIsLinear(part, LONG / 4, (length) => {
      const bytes = Buffer.from(make(length));
      return tried(() => parseJson(bytes));
    });

  itIsLinear('lines', MANY, (count) => {
    const chunk = Buffer.from('{"a":1}\n   \r\n'.repeat(count / 10));
    return tried(() => {
      const lines = new JsonLines();
      const parts = [lines.add(chunk), lines.end()].filter((part) => part !== undefined);
      return parts.flatMap(({ bytes }) => splitRows(bytes).map((row) => readRow(row)));
    });
  });
});

/** The fault of a request, without its field `html`. */
function refused(fields: object): () => unknown {
  return () => {
    try {
      return validate(PdfRequest, { html: 'x', ...fields }, 'body');
    } catch (error) {
      return error;
    }
  };
}

const members = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, value]));

describe('A request is checked in time proportional to its length when it has', () => {
  for (const [what, make] of [
    ['unknown names', (count: number) => members(count, 1)],
    ['unknown names in an object', (count: number) => ({ metadata: members(count, 1) })],
    ['unknown names in a choice', (count: number) => ({ header_html: members(count, '') })],
    ['unknown names in a list', (count: number) => ({ e_invoice: { invoice: { lines: [members(count, 1)] } } })],
    ['too many files', (count: number) => ({ files: members(count, 'x') })],
    ['too many languages', (count: number) => ({ translations: members(count, {}) })],
    ['translations that are no texts', (count: number) => ({ translations: { de: members(count, 1) } })],
    ['wrong items', (count: number) => ({ conformance: Array.from({ length: count }, () => 'x') })],
    ['wrong objects', (count: number) => ({ attachments: Array.from({ length: count }, () => ({ a: 1 })) })],
    ['wrong lines of an invoice', (count: number) => ({ e_invoice: { invoice: { lines: Array(count).fill({}) } } })],
    ['deep data', (count: number) => ({ data: { rows: Array.from({ length: count }, () => [[[]]]) } })],
  ] as const)
    itIsLinear(what, MANY, (count) => refused(make(count)));

  for (const field of ['page_size', 'margin', 'locale', 'time_zone', 'filename', 'template', 'delay'])
    for (const part of ['x', '1 ', ' ', 'a-', '1.'])
      itIsLinear(`a long \`${field}\` of ${JSON.stringify(part)}`, LONG, (length) =>
        refused({ [field]: part.repeat(length / part.length) }),
      );

  itIsLinear('too many records', MANY, (count) => {
    const record_ids = Array.from({ length: count }, (_, index) => `rec${index}`);
    return tried(() => validate(rowsFrom(100), { provider: 'postgres', record_ids }, 'body'));
  });
  itIsLinear('names of the data that are similar', MANY, (count) => {
    const known = Array.from({ length: count }, (_, index) => `customer_nmae${index}`);
    return () => nearestNames('customer_name', known);
  });
});

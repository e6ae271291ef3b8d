import { type JsonObject, MAX_BATCH_ROWS } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { after, describe, it } from 'mocha';
import { LargeBodies } from '../../../api/large-bodies.js';
import { splitRows } from '../rows.js';
import { CsvRows } from './csv-rows.js';

const OWNER = { account: 'acc_a' };
const MARK = '\ufeff';

/** @returns numbers below the given one, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe('Rows of CSV', () => {
  const largeBodies = new LargeBodies();
  after(() => largeBodies.close());

  /** @returns the lines of the stored rows. @param sizes of the pieces in which the text arrives. */
  async function linesOf(csv: string | Buffer, { charset, size = 7 }: { charset?: string; size?: number } = {}) {
    const bytes = Buffer.from(csv);
    const rows = new CsvRows(charset, largeBodies, OWNER);
    const parts = [];
    for (let from = 0; from < bytes.length; from += size) parts.push(await rows.add(bytes.subarray(from, from + size)));
    parts.push(await rows.end());
    const lines = parts.flatMap((part) => (part ? splitRows(part.bytes).map(String) : []));
    expect(rows.rows).to.equal(lines.length);
    return lines;
  }
  const rowsOf = async (csv: string | Buffer, options?: { charset?: string; size?: number }): Promise<JsonObject[]> =>
    (await linesOf(csv, options)).map((line) => JSON.parse(line.slice(line.indexOf('\t') + 1)) as JsonObject);
  const errorOf = async (csv: string | Buffer, charset?: string): Promise<string> => {
    const { code, message } = await serviceErrorOf(() => rowsOf(csv, { size: 50_000, ...(charset && { charset }) }));
    return `${code}: ${message}`;
  };

  it('have the paths of the header, and cells as text', async () => {
    const csv = 'no,customer.name,lines.0.text,lines.1.text,2026.net\n007,Ada,a,b,"1,50"\n8,,,,\n';
    expect(await rowsOf(csv)).to.deep.equal([
      { no: '007', customer: { name: 'Ada' }, lines: [{ text: 'a' }, { text: 'b' }], 2026: { net: '1,50' } },
      { no: '8', customer: { name: '' }, lines: [{ text: '' }, { text: '' }], 2026: { net: '' } },
    ]);
  });

  it('are read as programs save them: by semicolon, comma, tab or bar, with any line ends, also where Excel names the separator', async () => {
    const expected = [
      { name: 'Ada', net: '3.120,50' },
      { name: 'Zoë "Z"; Lee', net: '1' },
    ];
    for (const delimiter of [';', ',', '\t', '|'])
      for (const end of ['\n', '\r\n', '\r'])
        for (const [before, last] of [
          ['', end],
          [`sep=${delimiter}${end}`, ''],
          [`${end}${end}`, `${end}${delimiter}${end}${end}`],
        ]) {
          const lines = [`name${delimiter} net `, `Ada${delimiter}"3.120,50"`, `"Zoë ""Z""; Lee"${delimiter}1`];
          const csv = `${before}${lines.join(end)}${last}`;
          expect(await rowsOf(csv), JSON.stringify(csv)).to.deep.equal(expected);
        }
  });

  it('are decoded from UTF-8, UTF-16 and Windows-1252, with and without a mark or a name', async () => {
    const csv = 'näme;preis\r\nJosé;5 €\r\n';
    const expected = [{ näme: 'José', preis: '5 €' }];
    const windows = Buffer.from(csv.replaceAll('€', '\u0080'), 'latin1');
    const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
    for (const [bytes, charset] of [
      [Buffer.from(csv)],
      [Buffer.from(`${MARK}${csv}`)],
      [Buffer.from(`${MARK}${csv}`), 'windows-1252'],
      [Buffer.from(csv), 'utf-8'],
      [windows],
      [windows, 'windows-1252'],
      [windows, 'ISO-8859-1'],
      [Buffer.from(`${MARK}${csv}`, 'utf16le')],
      [swapped(`${MARK}${csv}`)],
      [Buffer.from(csv, 'utf16le'), 'utf-16le'],
      [swapped(csv), 'UTF-16BE'],
    ] as const)
      for (const size of [1, 2, 3, 1_000])
        expect(await rowsOf(bytes, { ...(charset && { charset }), size }), `${charset} ${size}`).to.deep.equal(
          expected,
        );
  });

  it('are the same however the text arrives, and as the parser alone reads them', async () => {
    const random = randomOf(57);
    const pieces = ['a', 'é', '😀', ' ', '"', ';', ',', '\n', '\r\n', "'"];
    const cell = (): string => Array.from({ length: random(6) }, () => pieces[random(pieces.length)]).join('');
    const written = (text: string): string =>
      /[;,"\r\n]|^$/.test(text) || random(3) === 0 ? `"${text.replaceAll('"', '""')}"` : text;
    for (let round = 0; round < 40; round++) {
      const table = Array.from({ length: 1 + random(20) }, () => [cell(), cell(), cell()]);
      const csv = `a;b;c\n${table.map((row) => row.map(written).join(';')).join('\n')}`;
      const alone = parse(csv, { delimiter: ';', columns: true, skip_records_with_empty_values: true }) as object[];
      expect(await rowsOf(csv, { size: 1 + random(40) }), JSON.stringify(csv)).to.deep.equal(
        alone.map((row) => ({ ...row })),
      );
    }
  });

  it('know their lines, across cells of several lines, blank lines and blocks', async () => {
    const csv = 'a;b\n\n"x\ny";1\n;\n2;"p\r\nq"\n3;3;3\n4\n';
    expect(await linesOf(csv)).to.deep.equal([
      '3\t{"a":"x\\ny","b":"1"}',
      '6\t{"a":"2","b":"p\\r\\nq"}',
      '8!\thas 3 cells, and the header 2: put a cell with the separator in it in quotes.',
      '9\t{"a":"4","b":""}',
    ]);
    const long = `n;text\n${Array.from({ length: 3_000 }, (_, index) => `${index + 2};"${'y'.repeat(200)}"`).join('\n')}`;
    const lines = await linesOf(long, { size: 60_000 });
    expect(lines.every((line) => line.startsWith(`${JSON.parse(line.slice(line.indexOf('\t') + 1)).n}\t`))).to.equal(
      true,
    );
    expect(lines).to.have.lengthOf(3_000);
  });

  it('end where lines end in the header, not at other characters in a cell', async () => {
    expect(await rowsOf('a;b\n1;x\ry\n2;z\n')).to.deep.equal([
      { a: '1', b: 'x\ry' },
      { a: '2', b: 'z' },
    ]);
  });

  it('leave out empty cells of options, but no password', async () => {
    const csv = 'data.name,filename,metadata.title,protect.user_password\nAda,,,\nZoë,z,T,p\n';
    expect(await rowsOf(csv)).to.deep.equal([
      { data: { name: 'Ada' }, protect: { user_password: '' } },
      { data: { name: 'Zoë' }, filename: 'z', metadata: { title: 'T' }, protect: { user_password: 'p' } },
    ]);
    expect(await rowsOf('name,filename\nAda,\n')).to.deep.equal([{ name: 'Ada', filename: '' }]);
  });

  it('are refused as a whole for a header that is no list of paths, for a quote that is never closed, and where they are too many or too large', async () => {
    for (const [csv, expected] of [
      ['', 'must begin with a header'],
      [';;;\nx', 'must be the names'],
      ['a;;b\n1;2;3', 'needs a name or path such as `customer.name` in column 2'],
      ['a;b.;c\n', 'in column 2 (`b.`)'],
      ['a;a.b\n', 'another column has a value'],
      ['a.b;a\n', 'another column has one'],
      ['a;a\n', 'another column has one'],
      ['a;__proto__.x\n', 'not allowed'],
      ['data;filename\n', 'has the column `data`'],
      ['name;protect.user_password\nAda;p\n', 'it would be data and protect nothing'],
      [`${Array(1_001).fill('a').join(';')}\n`, 'more than 1000 columns'],
      [`${'a'.repeat(70_000)}\n`, 'header of at most 64 KiB'],
      ['a;b\n1;"2\n3;4\n', 'a quote that is not closed, in a record from line 2 on'],
      [`a\n${'1\n'.repeat(MAX_BATCH_ROWS + 1)}`, 'more than 10000 rows'],
      [`a\n"${'x'.repeat(2.1 * 1024 * 1024)}"\n`, 'over the limit of 2 MiB'],
      [`${'n'.repeat(60_000)}\n${'1\n'.repeat(200)}`, 'shorten it'],
    ] as const)
      expect(await errorOf(csv), csv.slice(0, 20)).to.include(expected);
  });

  it('may have blank lines before the header, but not without end', async () => {
    expect(await rowsOf('\n \r\n\na;b\n1;2\n')).to.deep.equal([{ a: '1', b: '2' }]);
    const begun = performance.now();
    expect(await errorOf('\n'.repeat(1024 * 1024))).to.include('must be a header');
    expect(performance.now() - begun, 'milliseconds').to.be.below(1_000);
  });

  it('are refused for another charset, and where they are partly UTF-8', async () => {
    expect(await errorOf('a\n1\n', 'koi8-r')).to.match(/^media_type_unsupported: .*UTF-16/);
    const mixed = Buffer.concat([Buffer.from('a\nJosé\n'), Buffer.from('é', 'latin1'), Buffer.from('\nx\n')]);
    expect(await errorOf(mixed)).to.match(/^invalid_parameter: The CSV is partly UTF-8/);
  });
});

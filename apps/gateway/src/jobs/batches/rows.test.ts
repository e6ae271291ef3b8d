import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { readRow } from './read-row.js';
import { JsonLines, partsOf, type RowPart, splitRows } from './rows.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const KIB = 1024;
const MIB = 1024 * KIB;

/** The parts of lines that come in pieces of a given size in bytes. */
function partsIn(text: string | Buffer, pieceBytes = 64 * KIB): RowPart[] {
  const lines = new JsonLines();
  const bytes = Buffer.from(text as string);
  const parts: (RowPart | undefined)[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes)
    parts.push(lines.add(bytes.subarray(from, from + pieceBytes)));
  return [...parts, lines.end()].filter((part) => part !== undefined);
}
const rowsIn = (text: string | Buffer, pieceBytes?: number) =>
  partsIn(text, pieceBytes).flatMap(({ bytes }) => splitRows(bytes));
const read = (text: string | Buffer, pieceBytes?: number): unknown[] =>
  rowsIn(text, pieceBytes).map((row) => readRow(row));
function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('JSON lines', () => {
  it('are the same rows in pieces of any size', () => {
    const text = '\ufeff{"name":"Zoë"}\r\n\n  \t\r\n{"name":"𝔄𝔡𝔞"}\n{"n":1} \n\n{"last":true}';
    const expected = [{ name: 'Zoë' }, { name: '𝔄𝔡𝔞' }, { n: 1 }, { last: true }];
    for (let pieceBytes = 1; pieceBytes < 40; pieceBytes++) expect(read(text, pieceBytes)).to.deep.equal(expected);
    expect(read(`${text}\n`)).to.deep.equal(expected);
  });

  it('lie in parts of 256 KiB, each with the number of its first row', () => {
    const text = Array.from({ length: 6_000 }, (_, n) => `{"n":${n},"text":"${'x'.repeat(150)}"}\n`).join('');
    const parts = partsIn(text);
    expect(parts).to.have.lengthOf.within(3, 5);
    for (const { first, bytes } of parts) {
      expect(bytes.length).to.be.below(256 * KIB + 70 * KIB);
      const [row = Buffer.of()] = splitRows(bytes);
      expect(readRow(row)).to.include({ n: first - 1 });
    }
    expect(parts.flatMap(({ bytes }) => splitRows(bytes))).to.have.lengthOf(6_000);
  });

  it('that are invalid fail alone, with the numbers of their lines', () => {
    const lines: [string | Buffer, string][] = [
      ['{"a":1 "b":2}', 'invalid_json: Line 2 is not valid JSON: comma expected: names and texts need'],
      ['{"a":1,"a":2}', 'invalid_json: Line 2 has the name `a` twice in one object (column 8).'],
      ['{"a":12345678901234567890}', 'would lose digits'],
      [Buffer.from([0x7b, 0x22, 0x80, 0x22, 0x7d]), 'invalid_json: Line 2 is not UTF-8: save and send it as UTF-8.'],
      ['[{"a":1}]', 'invalid_parameter: Line 2 must be an object, such as `{"name": "Ada"}`.'],
      ['null', 'Line 2 must be an object'],
      ['name,net', 'Line 2 is not valid JSON'],
      ['{"a":\u0000}', 'Line 2 is not valid JSON'],
      ['\ufeff{"a":1}', 'none'],
      ['{"__proto__":{"admin":true},"constructor":1}', 'none'],
      [`{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 'Line 2 must be nested at most 100 levels deep.'],
      [`{"a":${'['.repeat(99)}${']'.repeat(99)}}`, 'none'],
    ];
    for (const [line, fault] of lines) {
      const rows = rowsIn(Buffer.concat([Buffer.from('\n'), Buffer.from(line as string), Buffer.from('\n{"b":2}\n')]));
      expect(rows, String(line).slice(0, 30)).to.have.lengthOf(2);
      expect(faultOf(() => readRow(rows[0] ?? Buffer.of()))).to.include(fault);
      expect(readRow(rows[1] ?? Buffer.of())).to.deep.equal({ b: 2 });
    }
    expect(Object.hasOwn(readRow(Buffer.from('1\t{"__proto__":{"admin":true}}')), '__proto__')).to.equal(true);
  });

  it('are refused at the 10,001st row, at a line that never ends, and at blank lines without end', () => {
    expect(read('{}\n'.repeat(10_000))).to.have.lengthOf(10_000);
    expect(faultOf(() => partsIn(`\n${'{}\n'.repeat(10_001)}`))).to.include('10000 rows, from line 10002 on');
    expect(faultOf(() => partsIn(`\n${'{}\n'.repeat(10_000)}{}`))).to.include('line 10002');
    expect(faultOf(() => partsIn('\n'.repeat(200_000)))).to.include('more than 100000 lines');
    const endless = Buffer.alloc(3 * MIB, '{"a":"');
    expect(faultOf(() => partsIn(Buffer.concat([Buffer.from('{}\n'), endless])))).to.match(
      /^body_too_large: Line 2 is over the limit of 2 MiB/,
    );
    const longest = `{"a":"${'x'.repeat(2 * MIB - 8)}"}`;
    expect(read(`${longest}\n${longest}`)).to.have.lengthOf(2);
  });

  it('hold no more than a part and a line, nor the pieces that they came in', () => {
    const lines = new JsonLines();
    const held = (): number => process.memoryUsage().arrayBuffers;
    const before = held();
    let most = 0;
    for (let count = 0; count < 2_000; count++) {
      lines.add(Buffer.concat([Buffer.from('{}'), Buffer.alloc(64 * KIB, ' '), Buffer.from('\n')]));
      most = Math.max(most, lines.heldBytes);
      if (count % 500 === 0) collectGarbage();
    }
    expect([lines.rows, most < 300 * KIB]).to.deep.equal([2_000, true]);
    collectGarbage();
    expect(held() - before).to.be.below(32 * MIB);
  });
});

describe('The rows of a request', () => {
  it('are read as they were sent, and an invalid line is reported by its number', () => {
    const rows = [{ name: 'Zoë\n' }, 'text', null, [1], { long: 'y'.repeat(300 * KIB) }, {}];
    const parts = [...partsOf(rows.map((row) => Buffer.from(JSON.stringify(row))))];
    expect(parts.map(({ first }) => first)).to.deep.equal([1, 6]);
    const read = parts.flatMap(({ bytes }) => splitRows(bytes)).map((row) => faultOf(() => readRow(row)));
    expect(read.map((fault) => fault.split(',')[0])).to.deep.equal([
      'none',
      ...Array(3).fill('invalid_parameter: The row must be an object'),
      'none',
      'none',
    ]);
  });
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MessageReader } from './messages.js';

const message = (type: string, body: Buffer | string): Buffer => {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
};
const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const ONE_COLUMN = message('T', Buffer.concat([int16(1), Buffer.from('name\0'), Buffer.alloc(18)]));
const ROW = message('D', Buffer.concat([int16(1), int32(2), Buffer.from('ab')]));
const ERROR = message('E', 'SERROR\0C42P01\0\0');

function read(...chunks: Buffer[]): Buffer[] {
  const delivered: Buffer[] = [];
  const reader = new MessageReader((each) => delivered.push(each) > 0);
  for (const chunk of chunks) reader.push(chunk);
  return delivered;
}

describe('The messages of a PostgreSQL server', () => {
  it('are delivered whole, however they arrive', () => {
    const all = Buffer.concat([ONE_COLUMN, ROW, ERROR, message('Z', 'I')]);
    const expected = [ONE_COLUMN, ROW, ERROR, message('Z', 'I')];
    expect(read(all)).to.deep.equal(expected);
    expect(read(...[...all].map((byte) => Buffer.from([byte])))).to.deep.equal(expected);
    expect(read(all.subarray(0, 30), all.subarray(30))).to.deep.equal(expected);
  });

  const malformed: Record<string, Buffer> = {
    'an error without its last NUL': message('E', 'S'),
    'an error with a text that does not end': message('E', 'SERROR'),
    'an error with bytes after its end': message('E', 'SERROR\0\0x'),
    'an empty notice': message('N', ''),
    'a row that ends early': message('D', Buffer.concat([int16(1), int32(9)])),
    'a row with another number of columns': message('D', int16(0)),
    'a row with a negative length': message('D', Buffer.concat([int16(1), int32(-2)])),
    'a row without a count': message('D', ''),
    'a negative number of columns': message('T', int16(-1)),
    'columns that end early': message('T', Buffer.concat([int16(2), Buffer.from('name\0'), Buffer.alloc(18)])),
    'a copy': message('G', Buffer.alloc(3)),
    'an unknown type': Buffer.from('HTTP/1.1 400'),
    'a length below four': Buffer.from('5a00000003', 'hex'),
    'an error of 2 GiB': Buffer.from('457fffffff', 'hex'),
  };
  for (const [what, bytes] of Object.entries(malformed))
    it(`are refused: ${what}`, () => {
      expect(() => read(ONE_COLUMN, bytes)).to.throw(/unexpected message/);
    });

  it('have limits of size and number', () => {
    expect(() => read(Buffer.from('447fffffff', 'hex'))).to.throw(/larger than 10 MiB/);
    const notices = Array.from({ length: 20 }, () => message('S', Buffer.alloc(1_000_000)));
    expect(() => read(...notices)).to.throw(/larger than 10 MiB/);
    expect(() => read(Buffer.concat(Array(20_001).fill(message('1', ''))))).to.throw(/unexpected message/);
  });
});

import { MAX_JSON_DEPTH, RawJson } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { decodeBody } from './decode-body.js';

const decode = (body: Buffer | string, type?: string) =>
  decodeBody({ headers: type === undefined ? {} : { 'content-type': type }, body: Buffer.from(body) });
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('A response body', () => {
  it('without a byte is null for any type', () => {
    for (const type of [undefined, 'application/json', 'image/png'])
      expect(decode('', type)).to.deep.equal({ body: null });
  });

  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    ' application/json ;x=y',
    'text/json',
    'text/x-json; charset=utf-8',
    'application/x-json',
    'application/problem+json',
    'application/vnd.api+json; charset=UTF-8',
    'application/json, application/json',
  ]) {
    it(`is parsed as ${type}`, () => {
      expect(decode('{"a":[1,null,"ü"]}', type)).to.deep.equal({ body: { a: [1, null, 'ü'] } });
    });
  }

  for (const [json, value] of [
    ['"text"', 'text'],
    ['5', 5],
    ['false', false],
    ['null', null],
    ['[]', []],
    [' {} \n', {}],
  ] as const) {
    it(`may be the JSON value ${json.trim()}`, () => {
      expect(decode(json, 'application/json')).to.deep.equal({ body: value });
    });
  }

  for (const json of [
    '[653247040368672768]',
    '{"id":12345678901234567890,"a":[0.5]}',
    ' [1e400]',
    '{"a":3.1415926535897931}',
  ])
    it(`stays as it is with a number that would lose digits: ${json}`, () => {
      const { body } = decode(json, 'application/json');
      expect(body).to.be.instanceOf(RawJson).with.property('content', json);
    });
  for (const json of ['["653247040368672768"]', '[9007199254740991,0.30000000000000004,1e21,5e-7,12.50]'])
    it(`is parsed with numbers that keep their digits: ${json}`, () => {
      expect(decode(json, 'application/json')).to.deep.equal({ body: JSON.parse(json) });
    });

  for (const type of ['application/jsonp', 'json', 'application/json-seq', 'text/plain', undefined]) {
    it(`is text as ${type}, even if it looks like JSON`, () => {
      expect(decode('{"a":1}', type)).to.deep.equal({ body: '{"a":1}' });
    });
  }

  it('is text when it says JSON and is not', () => {
    for (const text of ['{"a":1', 'Not Found', '{a:1}', '[1,]', '{"a":1}{"b":2}', ']]]]', '"\\']) {
      expect(decode(text, 'application/json')).to.deep.equal({ body: text });
    }
  });

  it('is text when its JSON is nested deeper than the service answers with', () => {
    expect(decode(nested(MAX_JSON_DEPTH), 'application/json').body).to.be.an('array');
    for (const depth of [MAX_JSON_DEPTH + 1, 100_000]) {
      expect(decode(nested(depth), 'application/json')).to.deep.equal({ body: nested(depth) });
      const objects = '{"a":'.repeat(depth).concat('1', '}'.repeat(depth));
      expect(decode(objects, 'application/json').body).to.equal(objects);
    }
  });

  it('may have brackets and quotes inside its JSON texts', () => {
    const text = `${'['.repeat(200)}"\\${'{'.repeat(200)}`;
    expect(decode(JSON.stringify([text, '\\']), 'application/json')).to.deep.equal({ body: [text, '\\'] });
  });

  it('keeps a field called __proto__ a field', () => {
    const { body } = decode('{"__proto__": {"polluted": true}}', 'application/json');
    expect(Object.hasOwn(body as object, '__proto__')).to.equal(true);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
  });

  for (const [what, type, body, text] of [
    ['UTF-8 by default', 'text/plain', bytes(0xc3, 0xbc), 'ü'],
    ['UTF-8 without any type', undefined, bytes(0xc3, 0xbc), 'ü'],
    ['Latin-1', 'text/plain; charset=iso-8859-1', bytes(0xfc, 0xe9), 'üé'],
    ['windows-1252, its euro and quotes', 'text/html; charset=windows-1252', bytes(0x80, 0x93, 0x94, 0x85), '€“”…'],
    ['windows-1252 under the name of Latin-1', 'text/html; charset="ISO-8859-1"', bytes(0x92), '’'],
    [
      'the charset of an XML declaration',
      'application/xml',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Café</a>', 'latin1'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>Café</a>',
    ],
    [
      'the charset of an XML declaration, without a type',
      undefined,
      Buffer.from("<?xml version='1.0' encoding='windows-1252'?><a>\x80</a>", 'latin1'),
      "<?xml version='1.0' encoding='windows-1252'?><a>€</a>",
    ],
    [
      'the charset of a `meta` element',
      'text/html',
      Buffer.from('<!doctype html><meta charset=iso-8859-15><p>\xa4', 'latin1'),
      '<!doctype html><meta charset=iso-8859-15><p>€',
    ],
    [
      'the charset of a longer `meta` element',
      'text/html',
      Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>\x93\xfa', 'latin1'),
      '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>日',
    ],
    [
      'the charset of the header before that of the document',
      'application/xml; charset=utf-8',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    ['Shift_JIS', 'text/plain; charset=Shift_JIS', bytes(0x93, 0xfa, 0x96, 0x7b), '日本'],
    ['GBK', 'text/plain;charset=gbk', bytes(0xc4, 0xe3), '你'],
    ['KOI8-R', 'text/plain; format=flowed; charset=koi8-r', bytes(0xc4, 0xc1), 'да'],
    ['UTF-16', 'text/plain; charset=utf-16le', bytes(0x41, 0, 0x42, 0), 'AB'],
    ['an unknown charset, as UTF-8', 'text/plain; charset=x-unknown', bytes(0xc3, 0xbc), 'ü'],
    ['an unusable charset, as UTF-8', 'text/plain; charset=utf-7', bytes(0x41), 'A'],
    [
      'a byte order mark against the header',
      'text/plain; charset=iso-8859-1',
      bytes(0xef, 0xbb, 0xbf, 0xc3, 0xbc),
      'ü',
    ],
    ['UTF-16 by its mark', 'text/plain', bytes(0xff, 0xfe, 0x41, 0), 'A'],
    ['UTF-16 big-endian by its mark', undefined, bytes(0xfe, 0xff, 0, 0x41), 'A'],
    [
      'text under a type that is none',
      'application/octet-stream',
      bytes(0x61, 0x09, 0x0d, 0x0a, 0x1b),
      'a\t\r\n\u001b',
    ],
    ['XML', 'image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
  ] as const) {
    it(`is read as ${what}`, () => {
      expect(decode(body, type)).to.deep.equal({ body: text });
    });
  }

  it('is parsed in its charset, byte order mark or not', () => {
    expect(decode(Buffer.from('\ufeff{"a":1}'), 'application/json')).to.deep.equal({ body: { a: 1 } });
    expect(decode(Buffer.from('{"a":"ü"}', 'latin1'), 'application/json; charset=latin1')).to.deep.equal({
      body: { a: 'ü' },
    });
    expect(decode(Buffer.from('\ufeff{"a":1}', 'utf16le'), 'application/json')).to.deep.equal({ body: { a: 1 } });
  });

  for (const [what, type, body] of [
    ['bytes that are not UTF-8', 'text/plain', bytes(0xff, 0x00, 0x80)],
    ['Latin-1 that does not say so', 'text/plain', bytes(0x67, 0x72, 0xfc, 0xdf)],
    ['control characters', 'text/plain', bytes(0x61, 0x00, 0x62)],
    [
      'control characters in a charset that has any byte',
      'image/png; charset=latin1',
      bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    ],
    ['a PDF', 'application/pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')],
    ['half a UTF-16 character', 'text/plain; charset=utf-16le', bytes(0x41, 0x00, 0x42)],
    ['JSON that is not text', 'application/json', bytes(0x22, 0xff, 0x22)],
    ['what is still gzip', 'application/json', bytes(0x1f, 0x8b, 0x08, 0x00)],
  ] as const) {
    it(`is base64 when it is not text: ${what}`, () => {
      expect(decode(body, type)).to.deep.equal({ body: body.toString('base64'), bodyEncoding: 'base64' });
    });
  }
});

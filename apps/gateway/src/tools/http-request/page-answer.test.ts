import { jsonText } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { cursorText, readPage, valueAt, withValueAt } from './page-answer.js';
import { nextLink, withQuery } from './page-requests.js';

describe('A path in an answer', () => {
  const value = {
    a: { b: [1, { c: 2 }], 'x.y': { z: 3 } },
    '@odata.nextLink': 'u',
    'a.b': 'longest',
    '': 1,
    list: [[4]],
  };

  for (const [path, found] of [
    ['a.b[0]', undefined], // `a.b` is a name here
    ['a.x.y.z', 3],
    ['@odata.nextLink', 'u'],
    ['a.b', 'longest'],
    ['list[0][0]', 4],
    ['list[-1].length', undefined],
    ['a.none.b', undefined],
    ['__proto__', undefined],
    ['constructor.name', undefined],
    ['.', value],
    ['[0]', undefined],
    [undefined, value],
  ] as const) {
    it(`finds ${path ?? 'everything'}`, () => {
      expect(valueAt(value, path)).to.equal(found);
    });
  }

  it('is found in linear time', () => {
    const begun = process.cpuUsage();
    expect(valueAt(value, 'a.'.repeat(250))).to.equal(undefined);
    expect(valueAt(value, '['.repeat(500))).to.equal(value);
    expect(process.cpuUsage(begun).user, 'microseconds of processor time').to.be.below(200_000);
  });

  it('of a body is set without a change of the body', () => {
    const body = { a: { b: 1 }, c: 2 };
    expect(jsonText(withValueAt(body, 'a.d.e', '12345678901234567890'))).to.equal(
      '{"a":{"b":1,"d":{"e":12345678901234567890}},"c":2}',
    );
    expect(body).to.deep.equal({ a: { b: 1 }, c: 2 });
    expect(() => withValueAt(body, 'c.d', '1')).to.throw(TypeError);
  });
});

describe('A page', () => {
  it('keeps the digits of items, cursors and totals', () => {
    const json =
      '{"items":[1.50,12345678901234567890,{"a":null}],"next":12345678901234567890,"total":"7","more":"false"}';
    const page = readPage(json, true, { items: 'items', next: 'next', total: 'total', more: 'more' }, 9);
    expect(page).to.deep.include({ items: '1.50,12345678901234567890,{"a":null}', count: 3, total: 7, more: false });
    expect(cursorText(page.next ?? '')).to.equal('12345678901234567890');
  });

  it('has a cursor unless it is null, empty, false or absent', () => {
    for (const next of ['null', '""', 'false', '[]'])
      expect(readPage(`{"next":${next}}`, true, { next: 'next' }, 9).next, next).to.equal(undefined);
    expect(readPage('{}', true, { next: 'next' }, 9).next).to.equal(undefined);
    for (const next of ['0', '"a"', '[1]', '{"a":1}'])
      expect(readPage(`{"next":${next}}`, true, { next: 'next' }, 9).next, next).to.equal(next);
  });

  it('has no items that are no list', () => {
    for (const body of ['text', 5, null, { items: {} }, { items: 'a' }])
      expect(readPage(body, false, { items: 'items' }, 9).items).to.equal(undefined);
    expect(readPage([1, 2, 3], false, {}, 2)).to.deep.include({ items: '1,2', count: 2, isCut: true });
  });
});

describe('A link header', () => {
  for (const [header, url] of [
    ['<a>; rel=next', 'a'],
    ['<a>;rel="prev", <b>;rel="next"', 'b'],
    ['<a>; rel="prev next last"', 'a'],
    ['<a>; title="x, <b>; rel=next"; rel=prev', undefined],
    ['<a>; title="\\"; rel=\\"next"; rel=next', 'a'],
    ['<a>; rel=prev; rel=next', undefined],
    ['<a,b;c>; rel=next', 'a,b;c'],
    ['<a>; rel=nextish', undefined],
    ['<a', undefined],
    ['', undefined],
    ['<>; rel=next', ''],
  ] as const) {
    it(`leads to ${url ?? 'nothing'} in ${header || 'nothing'}`, () => {
      expect(nextLink(header)).to.equal(url);
    });
  }

  it('is read in linear time', () => {
    const begun = process.cpuUsage();
    for (const part of ['<a>; ', ';', ' ', '"', '<', '\\', ';a="', '; rel', '<a>;a=b,'])
      expect(nextLink(part.repeat(100_000 / part.length)), part).to.equal(undefined);
    expect(process.cpuUsage(begun).user, 'microseconds of processor time').to.be.below(1_000_000);
  });
});

describe('A parameter of a URL', () => {
  for (const [url, changed] of [
    ['https://a.example/b', 'https://a.example/b?page=2'],
    ['https://a.example/b?', 'https://a.example/b?page=2'],
    ['https://a.example/b?x=1&page=1&y#f', 'https://a.example/b?x=1&y&page=2#f'],
    ["https://a.example/b?$filter=a%20eq%20'b'&%70age=7", "https://a.example/b?$filter=a%20eq%20'b'&page=2"],
  ] as const) {
    it(`is set in ${url}, and nothing else changes`, () => {
      expect(withQuery(url, 'page', '2')).to.equal(changed);
    });
  }

  it('is escaped', () => {
    expect(withQuery('https://a.example', 'page[after]', 'a&b=c #')).to.equal(
      'https://a.example?page%5Bafter%5D=a%26b%3Dc%20%23',
    );
  });
});

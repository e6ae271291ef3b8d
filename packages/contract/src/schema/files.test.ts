import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PdfRequest, passOn, RenderJob, ServiceError, validate } from '../index.js';

const check = (files: unknown): unknown => validate(PdfRequest, { html: 'x', files }, 'body').files;
const faultOf = (files: unknown): string => {
  try {
    check(files);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_parameter') return error.message;
    throw error;
  }
  return 'none';
};

describe('The files of a request', () => {
  it('are texts, names of variables, or bytes as base64', () => {
    const files = {
      'a.css': '',
      './images/logo.png': { base64: 'iVBORw==' },
      '/Größe %C3.svg': '[[var:logo]]',
      ['p'.repeat(4_096)]: { base64: '' },
      constructor: 'x',
    };
    expect(check(files)).to.deep.equal(files);
    const job = { requestId: 'r', html: '', orientation: 'portrait', files };
    expect(validate(RenderJob, job, 'job')).to.deep.equal(job);
    expect(check(JSON.parse('{"__proto__": {"base64": "AAAA"}}'))).to.have.own.property('__proto__');
  });

  for (const [why, path] of [
    ['is not a path', ''],
    ['is not a path', ' '],
    ['is longer', 'p'.repeat(4_097)],
    ['is a URL', 'https://a.example/logo.png'],
    ['is a URL', '//a.example/logo.png'],
    ['is a URL', '\\\\a\\logo.png'],
    ['is a URL', 'data:image/png;base64,AAAA'],
    ['is a URL', 'C:\\logo.png'],
  ] as const) {
    it(`have no path ${JSON.stringify(path.slice(0, 30))}, which ${why}`, () => {
      expect(faultOf({ fine: '', [path]: 'x' })).to.include(`\`files\`: \`${path.slice(0, 60)}\` ${why}`);
    });
  }

  for (const content of [
    'A',
    'AA',
    'AAA',
    'AA=A',
    'A===',
    '=',
    'AAAA====',
    'AA AA',
    'AA\nAA==',
    'AA-_',
    'data:,AAA',
    'ÄÄÄÄ',
  ]) {
    it(`have no bytes ${JSON.stringify(content)}`, () => {
      expect(faultOf({ 'a.png': { base64: content } })).to.include('`files`: `a.png` is not valid base64');
    });
  }

  it('rejects other values, and too many files', () => {
    for (const value of [null, 1, [], {}, ['AAAA'], { base64: 1 }, { base64: 'AAAA', type: 'x' }, { data: 'AAAA' }]) {
      expect(faultOf({ 'a.png': value })).to.include('`files`: `a.png` must be a text, or an object of `base64`');
    }
    for (const value of ['x', ['x']]) expect(faultOf(value)).to.include('`files` must be a JSON object');
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.png`, 'x']));
    expect(faultOf(many(200))).to.equal('none');
    expect(faultOf(many(201))).to.include('`files` must have at most 200 members');
  });

  it('are checked quickly, however large or many', () => {
    const large = { 'a.png': { base64: `${'A'.repeat(10_000_000)}` } };
    const wrong = { 'a.png': { base64: `${'A'.repeat(9_999_999)}!` } };
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, '']));
    const begun = process.cpuUsage();
    expect([faultOf(large), faultOf(wrong) === 'none', faultOf(many) === 'none']).to.deep.equal(['none', false, false]);
    expect(process.cpuUsage(begun).user, 'microseconds of processor time').to.be.below(1_000_000);
  });

  it('are passed on unread, except those that may name a variable', () => {
    const passed = (files: object): boolean => passOn<object>(PdfRequest, { html: 'x', files }).raw.length > 0;
    expect(passed({ 'a.css': 'x', 'b.png': { base64: '' } })).to.equal(true);
    expect(passed({ 'a.js': 'text with [[var:a]] in it' })).to.equal(true);
    expect(passed({ 'b.png': { base64: '' }, 'a.css': ' [[ var:a ]]\n' })).to.equal(false);
  });
});

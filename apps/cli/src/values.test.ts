import { expect } from 'chai';
import { InvalidArgumentError } from 'commander';
import { describe, it } from 'mocha';
import { readActions, readChange, readExpiry, readQuota, readSetting } from './values.js';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

describe('The expiry of a token', () => {
  it('is a duration from now', () => {
    expect(readExpiry('12h', NOW)).to.equal('2026-11-22T00:00:00.000Z');
    expect(readExpiry('90d', NOW)).to.equal('2027-02-19T12:00:00.000Z');
    expect(readExpiry('2w', NOW)).to.equal('2026-12-05T12:00:00.000Z');
  });

  it('is a day, or a day and a time', () => {
    expect(readExpiry('2027-01-31', NOW)).to.equal('2027-01-31T00:00:00.000Z');
    expect(readExpiry('2027-01-31T18:00Z', NOW)).to.equal('2027-01-31T18:00:00.000Z');
    expect(readExpiry('2027-01-31T18:00:30.5+01:00', NOW)).to.equal('2027-01-31T17:00:30.500Z');
  });

  it('is rejected when it is not a time', () => {
    const words = ['', 'soon', '90', '90x', '-1d', '2027', '2027-02-31', '2027-13-01', '2027-01-31T18:00'];
    for (const word of [...words, '2027-01-31T25:00Z', '999999999999d', '90d and more']) {
      expect(() => readExpiry(word, NOW), word).to.throw(InvalidArgumentError, 'a duration (12h, 90d, 8w) or a date');
    }
  });

  it('is refused when it has passed', () => {
    for (const word of ['0d', '2026-11-21', '2026-11-21T13:00+02:00']) {
      expect(() => readExpiry(word, NOW), word).to.throw(InvalidArgumentError, 'future');
    }
  });
});

describe('A number of actions', () => {
  it('is whole, and a quota may be none', () => {
    expect(readActions('0')).to.equal(0);
    expect(readQuota('30000')).to.equal(30_000);
    expect(readQuota('none')).to.equal(null);
    for (const word of ['', '-1', '1.5', '1e3', 'many', '99999999999999999999']) {
      expect(() => readActions(word), word).to.throw(InvalidArgumentError);
      expect(() => readQuota(word), word).to.throw(InvalidArgumentError);
    }
  });
});

describe('A change of a setting', () => {
  const valueRead = (text: string) => readChange(`area.name=${text}`, [])[0]?.value;

  it('has its value as JSON where it is JSON, else as text', () => {
    expect(valueRead('10')).to.equal(10);
    expect(valueRead('null')).to.equal(null);
    expect(valueRead('["*.example", "10.0.0.1"]')).to.deep.equal(['*.example', '10.0.0.1']);
    expect(valueRead('*.example')).to.equal('*.example');
    expect(valueRead('a=b')).to.equal('a=b');
    expect(valueRead('')).to.equal('');
  });

  it('names an area and a setting, once', () => {
    const before = readChange('http_request.max_redirects=1', []);
    expect(readChange('http_request.timeout_ms=5', before)).to.deep.equal([
      { area: 'http_request', name: 'max_redirects', value: 1 },
      { area: 'http_request', name: 'timeout_ms', value: 5 },
    ]);
    expect(() => readChange('http_request.max_redirects=2', before)).to.throw(InvalidArgumentError, 'twice');
    for (const word of ['timeout_ms=5', 'http_request.timeout_ms', '=5', '__proto__.x=5', 'a.b.c=5']) {
      expect(() => readChange(word, []), word).to.throw(InvalidArgumentError, 'area.name=value');
    }
  });
});

describe('The name of a setting', () => {
  const KNOWN = [
    { area: 'one', name: 'a' },
    { area: 'two', name: 'b' },
  ];

  it('is the expiry of one token, or of an area with separate tokens', () => {
    const first = readSetting('one.a', KNOWN, []);
    expect(first).to.deep.equal([{ area: 'one', name: 'a' }]);
    expect(readSetting('two', KNOWN, first)).to.deep.equal([...first, { area: 'two', name: undefined }]);
  });

  it('is rejected for an unknown setting', () => {
    for (const word of ['', 'three', 'one.b', 'one.a.c', 'one.', '__proto__'])
      expect(() => readSetting(word, KNOWN, []), word).to.throw(InvalidArgumentError, 'a setting such as');
  });
});

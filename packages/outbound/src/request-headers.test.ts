import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkRequestHeaders } from './request-headers.js';

function faultOf(headers: Record<string, string>): string {
  try {
    checkRequestHeaders(headers);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    expect((error as ServiceError).code).to.equal('invalid_parameter');
    return (error as ServiceError).message;
  }
  throw new Error(`${JSON.stringify(headers)} was let through`);
}

describe('The headers of a request', () => {
  for (const name of [
    'Host',
    'CONNECTION',
    'content-length',
    'Transfer-Encoding',
    'upgrade',
    'TE',
    'Trailer',
    'keep-alive',
    'proxy-authorization',
    'Proxy-Connection',
    'proxy-anything',
  ]) {
    it(`can’t be ${name}, which belongs to the connection`, () => {
      expect(faultOf({ [name]: 'x' })).to.equal(`\`headers\`: \`${name}\` can’t be set: it belongs to the connection.`);
    });
  }

  for (const name of [
    '',
    ' ',
    'a b',
    'a:',
    'a\r\n',
    'ä',
    'a\u0000',
    'a(b)',
    'a/b',
    'a\u2028',
    '"a"',
    'a,b',
    '{a}',
    'x'.repeat(65).concat(' '),
  ]) {
    it(`refuse the name ${JSON.stringify(name).slice(0, 20)} without repeating it`, () => {
      expect(faultOf({ [name]: 'x' })).to.equal('`headers`: a header is not a valid header name.');
    });
  }

  for (const value of ['a\r\nX: y', 'a\n', '\ra', 'a\u0000', 'a\u0001', 'a\u007f', 'a\u2028b', '€', '🙂', '\ud800']) {
    it(`refuse the value ${JSON.stringify(value)} without repeating it`, () => {
      expect(faultOf({ 'X-Value': value })).to.match(/^`headers`: `X-Value` must not contain line breaks/);
    });
  }

  it('may not repeat a name in another case', () => {
    expect(faultOf({ Accept: 'a', accept: 'b' })).to.include('`accept` must be given once');
  });

  it('can’t be __proto__, which would be lost in silence', () => {
    expect(faultOf(JSON.parse('{"__proto__": "x"}'))).to.equal('`headers`: `__proto__` can’t be sent.');
  });

  it('are all reported together', () => {
    const message = faultOf({ Host: 'a', TE: 'b', 'X-A': '\n' });
    for (const name of ['Host', 'TE', 'X-A']) expect(message).to.include(`\`${name}\``);
  });

  it('may be anything else, and come out in lower case', () => {
    const headers = {
      Authorization: 'Bearer x',
      'X-Tab': 'a\tb',
      'x-latin': 'é\u00ff',
      'x-empty': '',
      "x-!#$%&'*+.^_`|~": 'odd',
      constructor: 'own',
      Expect: '100-continue',
      'Accept-Encoding': 'identity',
    };
    expect(checkRequestHeaders(headers)).to.deep.equal(
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    );
  });
});

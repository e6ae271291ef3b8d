import { expect } from 'chai';
import { describe, it } from 'mocha';
import { isQuotaError, readProviderError } from './provider-errors.js';

const TOKEN = 'pat.4711';
const errorOf = (body: unknown) =>
  readProviderError(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), TOKEN);
const nothing = { type: undefined, message: undefined };

describe('An error of the provider', () => {
  it('is read in each of its three forms', () => {
    expect(errorOf({ error: 'NOT_FOUND' })).to.deep.equal({ type: 'NOT_FOUND', message: undefined });
    const both = { type: 'A_TYPE', message: 'a message' };
    expect(errorOf({ error: both })).to.deep.equal(both);
    expect(errorOf({ errors: [{ error: 'A_TYPE', message: 'a message' }, { error: 'B' }] })).to.deep.equal(both);
    expect(errorOf({ errors: [both] })).to.deep.equal(both);
    expect(errorOf({ errors: ['A_TYPE'] }).type).to.equal('A_TYPE');
  });

  for (const garbage of [
    ...['', 'x', 'null', '5', '[]', '{}', '"error"', '<html>', '{"error"', '\u0000'],
    ...['{"error":null}', '{"error":5}', '{"error":[]}', '{"error":{}}', '{"error":{"type":{},"message":[]}}'],
    ...['{"errors":{}}', '{"errors":[]}', '{"errors":[null]}', '{"errors":[[]]}', '{"errors":[5]}', '{"errors":"A"}'],
    ...[`${'['.repeat(50_000)}`, `{"error":"${'x'.repeat(100_000)}"}`, '{"__proto__":{"error":"A"}}'],
  ]) {
    it(`that is ${JSON.stringify(garbage).slice(0, 50)} says nothing`, () => {
      expect(errorOf(garbage)).to.deep.equal(nothing);
    });
  }

  it('without a text has no message', () => {
    expect(readProviderError(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc0]), TOKEN)).to.deep.equal(nothing);
  });

  it('is passed on as one line of bounded length', () => {
    const message = (text: string) => errorOf({ error: { message: text } }).message;
    expect(message('a\r\n\u2028b\u0007\t c ')).to.equal('a b c');
    expect(message('a\u202eb')).to.equal('a b');
    expect(message(' \n ')).to.equal(undefined);
    const long = message('🦊'.repeat(1_000)) ?? '';
    expect([...long]).to.have.length(300);
    expect(long.endsWith('🦊…')).to.equal(true);
  });

  it('never repeats the token', () => {
    const { type, message } = errorOf({ error: { type: TOKEN, message: `no ${TOKEN}, no "${TOKEN}"` } });
    expect(type).to.equal(undefined);
    expect(message).to.equal('no [token], no "[token]"');
  });

  it('has a type of letters, digits and little else', () => {
    for (const type of ['two words', '<b>', 'A\n', `${'A'.repeat(65)}`, '5A', '']) {
      expect(errorOf({ error: type }).type, type).to.equal(undefined);
    }
  });

  it('of a quota is distinguished from a rate limit', () => {
    const quotas = [
      { type: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: undefined },
      { type: undefined, message: 'You’ve reached the maximum number of requests allowed for this month.' },
      { type: 'LIMIT', message: 'Monthly API quota reached' },
    ];
    for (const error of quotas) expect(isQuotaError(error)).to.equal(true);
    const rates = [
      nothing,
      { type: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' },
      { type: 'MODEL_ERROR', message: 'Rate limit exceeded; see the explanation' },
    ];
    for (const error of rates) expect(isQuotaError(error)).to.equal(false);
  });
});

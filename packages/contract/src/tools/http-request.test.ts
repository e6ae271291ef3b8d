import { expect } from 'chai';
import { describe, it } from 'mocha';
import { parseUrl } from './http-request.js';

describe('A URL', () => {
  it('with letters beyond ASCII is one however often it was parsed before', () => {
    const text = JSON.parse('"https://bücher.example/ü"') as string; // a flat text, as it comes with a request
    let unparsed = 0;
    for (let round = 0; round < 20_000; round++) if (parseUrl(text) === undefined) unparsed += 1;
    expect(unparsed).to.equal(0);
    expect(parseUrl(text)?.href).to.equal('https://xn--bcher-kva.example/%C3%BC');
  });

  it('may be relative to another', () => {
    expect(parseUrl('b?c', new URL('https://a.example/a'))?.href).to.equal('https://a.example/b?c');
  });

  it('is invalid without a scheme, or with an invalid host', () => {
    for (const text of ['', 'a/b', '//a.example', 'https://', 'https://a b'])
      expect(parseUrl(text), text).to.equal(undefined);
  });
});

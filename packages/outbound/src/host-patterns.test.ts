import type { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkHostLists, matchesHost } from './host-patterns.js';
import { hostnameOf } from './target-url.js';

const matches = (pattern: string, url: string): boolean => matchesHost([pattern], hostnameOf(new URL(url)));

describe('A host on the operator’s lists', () => {
  for (const [pattern, url] of [
    ['example.com', 'http://example.com/'],
    ['Example.COM', 'http://example.com:8080/'],
    ['example.com.', 'http://example.com/'],
    ['example.com', 'http://EXAMPLE.com./'],
    ['*.example.com', 'http://api.example.com/'],
    ['*.example.com', 'http://a.b.c.example.com./'],
    ['*.EXAMPLE.com.', 'http://api.example.com/'],
    ['bücher.example', 'http://xn--bcher-kva.example/'],
    ['*.bücher.example', 'http://www.bücher.example/'],
    ['93.184.216.34', 'http://0x5db8d822/'],
    ['2606:4700:0::1111', 'http://[2606:4700::1111]/'],
    ['[2606:4700::1111]', 'http://[2606:4700:0:0::1111]/'],
    ['*.com', 'http://example.com/'],
  ] as const) {
    it(`is meant by ${pattern}: ${url}`, () => {
      expect(matches(pattern, url)).to.equal(true);
    });
  }

  for (const [pattern, url] of [
    ['example.com', 'http://api.example.com/'],
    ['example.com', 'http://badexample.com/'],
    ['example.com', 'http://example.com.evil.example/'],
    ['*.example.com', 'http://example.com/'],
    ['*.example.com', 'http://badexample.com/'],
    ['api.*.com', 'http://api.example.com/'],
    ['*', 'http://example.com/'],
    ['', 'http://example.com/'],
    ['http://example.com', 'http://example.com/'],
    ['example.com/path', 'http://example.com/'],
    ['user@example.com', 'http://example.com/'],
    ['93.184.216.0/24', 'http://93.184.216.34/'],
  ] as const) {
    it(`is not meant by ${pattern || 'an empty entry'}: ${url}`, () => {
      expect(matches(pattern, url)).to.equal(false);
    });
  }

  const code = (host: string, blockedHosts: string[], allowedHosts: string[]): string => {
    try {
      checkHostLists(host, { blockedHosts, allowedHosts }, 'The target');
      return 'allowed';
    } catch (error) {
      return (error as ServiceError).code;
    }
  };

  it('is refused when it is blocked, or when others are allowed', () => {
    expect(code('a.example', [], [])).to.equal('allowed');
    expect(code('a.example', ['b.example'], [])).to.equal('allowed');
    expect(code('a.example', ['a.example'], [])).to.equal('host_forbidden');
    expect(code('a.example', [], ['a.example'])).to.equal('allowed');
    expect(code('a.example', [], ['b.example'])).to.equal('host_forbidden');
    expect(code('a.example', ['a.example'], ['a.example'])).to.equal('host_forbidden');
    expect(code('x.a.example', ['*.a.example'], ['x.a.example'])).to.equal('host_forbidden');
  });

  it('is found quickly among ten thousand', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `*.host-${index}.example`);
    expect(matchesHost(many, 'api.host-9999.example')).to.equal(true);
    expect(matchesHost(many, 'api.host-10000.example')).to.equal(false);
  });
});

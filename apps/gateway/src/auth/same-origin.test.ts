import { expect } from 'chai';
import type { Request } from 'express';
import { describe, it } from 'mocha';
import { isSameOrigin } from './same-origin.js';

const PUBLIC = 'https://tools.example.com';

const from = (headers: Record<string, string>): boolean =>
  isSameOrigin({ get: (name: string) => headers[name] } as Request, PUBLIC);

describe('A request of a page of this service', () => {
  it('is recognized by `Sec-Fetch-Site`', () => {
    expect(from({ 'sec-fetch-site': 'same-origin' })).to.equal(true);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(from({ 'sec-fetch-site': site }), site).to.equal(false);
    expect(from({ 'sec-fetch-site': 'cross-site', origin: PUBLIC }), 'the site counts, not the origin').to.equal(false);
  });

  it('is recognized by `Origin` otherwise, also behind a proxy', () => {
    expect(from({ origin: 'http://10.0.0.7:8080', host: '10.0.0.7:8080' })).to.equal(true);
    expect(from({ origin: PUBLIC, host: 'gateway:8080' })).to.equal(true);
    for (const origin of ['http://evil.example', 'null', 'https://tools.example.com.evil.example', '']) {
      expect(from({ origin, host: '10.0.0.7:8080' }), origin).to.equal(false);
    }
    expect(from({ host: '10.0.0.7:8080' }), 'no browser').to.equal(false);
  });
});

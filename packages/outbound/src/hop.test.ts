import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type Hop, nextHop } from './hop.js';

const at = (url: string): Hop => ({
  method: 'GET',
  url: new URL(url),
  headers: { authorization: 'Bearer secret', accept: 'text/plain' },
  body: undefined,
  redirects: 0,
});
const follow = (from: string, location: string, limits: { httpsOnly?: boolean } = {}): Hop | undefined =>
  nextHop(at(from), 302, [location], { maxRedirects: 1, ...limits });

describe('The next hop', () => {
  for (const [from, location] of [
    ['https://a.example/', 'http://a.example/'],
    ['http://a.example/', 'https://a.example/'],
    ['https://a.example/', 'https://b.example/'],
    ['https://a.example/', 'https://api.a.example/'],
    ['https://a.example/', 'https://a.example:8443/'],
    ['https://a.example/', 'https://a.example./'],
  ] as const) {
    it(`from ${from} to ${location} carries no credentials`, () => {
      expect(follow(from, location)?.headers).to.deep.equal({ accept: 'text/plain' });
    });
  }

  for (const [from, location] of [
    ['https://a.example/x', '/y'],
    ['https://a.example/', 'https://A.example:443/y'],
    ['http://a.example:80/', '//a.example/y'],
  ] as const) {
    it(`from ${from} to ${location} carries all headers: it is the same origin`, () => {
      expect(follow(from, location)?.headers).to.deep.equal(at(from).headers);
    });
  }

  it('leaves https only where that is allowed', () => {
    expect(follow('https://a.example/', 'https://b.example/', { httpsOnly: true })?.url.host).to.equal('b.example');
    expect(() => follow('https://a.example/', 'http://a.example/', { httpsOnly: true })).to.throw(
      'The target a.example redirected to a URL that can’t be followed: it must begin with https://.',
    );
  });

  it('is absent without a redirecting status or a Location', () => {
    for (const status of [200, 201, 300, 304, 305, 306, 309, 400, 999]) {
      expect(nextHop(at('http://a.example/'), status, ['/x'], { maxRedirects: 1 }), String(status)).to.equal(undefined);
    }
    expect(nextHop(at('http://a.example/'), 302, [], { maxRedirects: 0 })).to.equal(undefined);
  });
});

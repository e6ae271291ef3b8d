import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { parseTargetUrl } from './target-url.js';

function faultOf(url: string): string {
  try {
    parseTargetUrl(url);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    expect((error as ServiceError).code).to.equal('invalid_parameter');
    return (error as ServiceError).message;
  }
  throw new Error(`${url} was let through`);
}

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'must be an absolute URL': [
    '',
    '/path',
    '//host/path',
    'host',
    'host/path',
    'example.com:443',
    'www.example.com',
    '?q',
    '#f',
    'https',
    'https:',
    'http:host',
    'http:/host',
    'http:///host',
    'http://',
    'https:///',
    'http://?q',
    'http://#f',
    'http:\\\\host',
    'http:/\\host',
    'http://host\\@other/',
    'http://host\\path',
    'ftp://host/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'gopher://host:70/',
    'ws://host/',
    'blob:http://host/x',
    'unix:/run/docker.sock',
    'http+unix://%2Frun%2Fx.sock/',
    'about:blank',
    'https//host',
    'httpss://host',
    '://host',
    'view-source:http://host',
    'mailto:a@b.example',
    'dict://host:2628/',
  ],
  'must not contain credentials': [
    'http://user@host/',
    'https://user:secret@host/',
    'http://:secret@host/',
    'http://@host/',
    'http://:@host/',
    'https://api.example@127.0.0.1/',
    'https://a@b@host/',
    'http://user%40x@host/',
  ],
  'must not contain spaces': [
    ' http://host/',
    'http://host/ ',
    'http://host/a b',
    'http://ho st/',
    'http://host/\ttab',
    'ht\ntp://host/',
    'http://host/\r\nX: y',
    'http://host/\u0000',
    'http://host/\u001f',
    'http://host/\u007f',
    'http://host/\u0085',
    'http://host/\u00a0',
    'http://host/\u2028',
    'http://exa\u200bmple.com/',
    'http://host/\u202egpj.exe',
    '\ufeffhttp://host/',
    'http://host/\ud800',
    'http://host/\u3000',
  ],
  'must be a URL with a valid host and port': [
    'http://host:99999/',
    'http://host:x/',
    'http://host:-1/',
    'http://[::1/',
    'http://[::g]/',
    'http://[fe80::1%25eth0]/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://127.0.0.08/',
    'http://a.0x7f/',
    'http://a%00b/',
    'http://a^b/',
  ],
  'must name a valid host': [
    'http://./',
    'http://../',
    'http://a..b/',
    'http://.a/',
    'http://a*b/',
    'http://a;b/',
    'http://$host/',
    'http://-a/',
    'http://a-/',
    'http://a`b/',
    'http://a{b}/',
    `http://${'a'.repeat(64)}.example/`,
    `http://${'a.'.repeat(127)}aa/`,
    'http://a!b/',
    'http://a,b/',
  ],
  'must not use port': [
    'http://host:0/',
    'http://host:25/',
    'https://host:22/',
    'http://host:6667/',
    'http://127.0.0.1:110/',
  ],
  'must be at most 16384 characters long': [`http://host/${'a'.repeat(16_384)}`],
};

describe('The URL of a request', () => {
  for (const [fault, urls] of Object.entries(REFUSED)) {
    it(`${fault}: refuses ${urls.length} others`, () => {
      for (const url of urls) expect(faultOf(url), JSON.stringify(url)).to.include(`\`url\` ${fault}`);
    });
  }

  it('never is repeated in a message', () => {
    for (const url of Object.values(REFUSED).flat()) {
      if (url.length > 12) expect(faultOf(url)).not.to.include(url);
    }
  });

  for (const [url, href] of [
    ['https://api.example.com', 'https://api.example.com/'],
    ['HTTP://API.Example.COM/Path?q=1#f', 'http://api.example.com/Path?q=1#f'],
    ['https://api.example.com./x', 'https://api.example.com./x'],
    ['https://bücher.example/ä?ö', 'https://xn--bcher-kva.example/%C3%A4?%C3%B6'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['https://example.com:443/', 'https://example.com/'],
    ['http://93.184.216.34/', 'http://93.184.216.34/'],
    ['http://[2606:4700:4700::1111]:8443/', 'http://[2606:4700:4700::1111]:8443/'],
    ['http://foo_bar.example/', 'http://foo_bar.example/'],
    ['http://single/', 'http://single/'],
    ['http://example.com/a@b?c=d@e', 'http://example.com/a@b?c=d@e'],
    ['http://example.com/a\\b', 'http://example.com/a/b'],
  ] as const) {
    it(`may be ${url}`, () => {
      expect(parseTargetUrl(url).href).to.equal(href);
    });
  }

  it('must be https where only that is allowed', () => {
    expect(() => parseTargetUrl('http://host/', { httpsOnly: true })).to.throw('`url` must begin with https://.');
    expect(parseTargetUrl('https://host/', { httpsOnly: true }).protocol).to.equal('https:');
  });
});

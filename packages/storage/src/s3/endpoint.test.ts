import { expect } from 'chai';
import { describe, it } from 'mocha';
import { parseEndpoint } from './transport.js';

describe('an S3 endpoint', () => {
  const GOOD = {
    'http://minio:9000': { endPoint: 'minio', port: 9000, useSSL: false },
    'https://s3.example.org': { endPoint: 's3.example.org', port: 443, useSSL: true },
    'http://127.0.0.1/': { endPoint: '127.0.0.1', port: 80, useSSL: false },
    'https://[2001:db8::1]:8443': { endPoint: '2001:db8::1', port: 8443, useSSL: true },
  };
  for (const [text, parts] of Object.entries(GOOD)) {
    it(`is ${text}`, () => expect(parseEndpoint(text)).to.deep.equal(parts));
  }

  for (const text of [
    'minio:9000',
    'minio',
    'ftp://minio',
    'https://minio/s3',
    'https://a:b@minio',
    'https://minio/?x',
    '',
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => expect(() => parseEndpoint(text)).to.throw(/An S3 endpoint is/));
  }
});

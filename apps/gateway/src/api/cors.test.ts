import { expect } from 'chai';
import { describe, it } from 'mocha';
import { corsOrigins } from './cors.js';

describe('CORS_ORIGINS', () => {
  for (const [value, origins] of [
    ['*', '*'],
    ['https://app.example.com', ['https://app.example.com']],
    ['http://localhost:3000 , https://a.example', ['http://localhost:3000', 'https://a.example']],
  ] as const) {
    it(`may be ${value}`, () => {
      expect(corsOrigins().validate(value).value).to.deep.equal(origins);
    });
  }

  for (const value of [
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/page',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'https://a.example,',
    '*, https://a.example',
    'null',
    'file://',
  ]) {
    it(`may not be ${value}, which no browser sends as an origin`, () => {
      expect(String(corsOrigins().label('CORS_ORIGINS').validate(value).error)).to.include(
        'must be `*`, or origins such as',
      );
    });
  }
});

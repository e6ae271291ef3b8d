import { loadConfig, settings } from '@toolpress/runtime';
import { expect } from 'chai';
import Joi from 'joi';
import { describe, it } from 'mocha';
import { filesOrigin } from './files-host.js';

describe('FILES_ORIGIN', () => {
  const read = (PUBLIC_URL: string, FILES_ORIGIN: string): unknown =>
    loadConfig(settings({ PUBLIC_URL: Joi.string() }, {}, { FILES_ORIGIN: filesOrigin() }), {
      PUBLIC_URL,
      FILES_ORIGIN,
    });

  it('is an origin on another host than PUBLIC_URL', () => {
    for (const origin of ['https://files.example.com', 'http://localhost:8081']) {
      expect(read('https://pdf.example.com', origin)).to.include({ FILES_ORIGIN: origin });
    }
  });

  it('is rejected with the reason', () => {
    for (const origin of [
      'files.example.com',
      'https://files.example.com/',
      'https://Files.example.com',
      'ftp://a.b',
      '*',
    ]) {
      expect(() => read('https://pdf.example.com', origin), origin).to.throw('FILES_ORIGIN must be an origin such as');
    }
    for (const origin of ['https://pdf.example.com', 'https://pdf.example.com:8443', 'http://pdf.example.com']) {
      expect(() => read('https://pdf.example.com/base', origin), origin).to.throw(
        'FILES_ORIGIN must have another host than `PUBLIC_URL`',
      );
    }
  });
});

import { gzipSync } from 'node:zlib';
import { residentBytes, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { KIB, MIB, uploadsTo } from './uploads.js';

const LIMIT = 200 * MIB;

describe('Uploads', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const { open, put } = uploadsTo(() => service);

  it('of 200 MiB are taken in, and a byte more is not, in memory that does not grow with them', async () => {
    const { token } = await service.createAccount('large');
    await put('{}', token);
    const before = residentBytes(service.gateway.pid);
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(service.gateway.pid));
    }, 20);
    const line = Buffer.from(`{"name":"Ada","note":"${'x'.repeat(32 * KIB - 25)}"}\n`);
    const zipped = (bytes: number): Buffer => gzipSync(Buffer.alloc(bytes, line), { level: 1 });
    try {
      const told = open(token, { 'content-length': String(LIMIT + 1) });
      told.sent.flushHeaders();
      expect(await told.answer).to.include('413 body_too_large');
      const large = open(token, { 'content-encoding': 'gzip' });
      large.sent.end(zipped(LIMIT));
      expect(await large.answer).to.equal('201');
      const larger = open(token, { 'content-encoding': 'gzip' });
      larger.sent.end(zipped(LIMIT + 1));
      expect(await larger.answer).to.include('413 body_too_large The request body is over the limit of 200 MiB.');
      const endless = open(token, { 'content-encoding': 'gzip' });
      endless.sent.end(gzipSync(Buffer.alloc(LIMIT, 'x'), { level: 1 }));
      expect(await endless.answer).to.include('413 body_too_large Line 1 is over the limit');
    } finally {
      clearInterval(watch);
    }
    // What is read waits for the garbage collector: some 60 MiB on Node.js 20, 90 on Node.js 24.
    expect((most - before) / MIB, 'MiB more').to.be.below(128);
  });
});

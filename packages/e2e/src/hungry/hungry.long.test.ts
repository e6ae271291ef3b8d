import { gzipSync } from 'node:zlib';
import { pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { HUNGRY } from './documents.js';
import { send } from './neighbourhood.js';

const REFUSED = '422 document_too_complex';

describe('A hungry document', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  for (const { name, body, answers } of HUNGRY.filter(
    ({ answers: [first, ...others] }) => first === REFUSED && others.length === 0,
  ))
    it(`that is ${name} is refused before it is printed, with the limit, the count and what to do`, async () => {
      const given = body();
      expect(answers).to.deep.equal([REFUSED]);
      const packed = Buffer.isBuffer(given) ? given : gzipSync(JSON.stringify(given));
      const { outcome, message } = await send(service, service.token, packed);
      expect(outcome, message).to.equal(REFUSED);
      expect(message).to.match(/has [\d,]{5,} .*, more than [\d,]{5,}: \w+/);
    });

  it('that has the same watermark on 50 pages is printed, which is drawn once', async () => {
    const html = '<p style="break-after: page">page</p>'.repeat(49).concat('page');
    const watermark_html = '<div style="width: 150mm; height: 200mm; filter: blur(40px); background: red">draft</div>';
    const { status, body } = await service.call('/api/utilities/html-to-pdf', { body: { html, watermark_html } });
    expect(status, body.error).to.equal(200);
    expect(body.data.page_count).to.equal(50);
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64')).match(/page/g)).to.have.lengthOf(50);
    expect(body.data.size_bytes).to.be.below(1_000_000);
  });

  it('is not charged, and none of it is a fault of the service', async () => {
    expect((await service.call('/api/usage')).body.data.requests, 'charged').to.equal(1);
    expect(service.logs()).not.to.match(/"level":"(error|fatal)"/);
  });
});

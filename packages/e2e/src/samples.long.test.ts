import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { areJudgesHere, TestService, veraPdf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { requestFor } from './sample-requests.js';

describe('The samples', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  async function print(name: string, more: object = {}): Promise<Buffer> {
    const answer = await service.call('/api/utilities/html-to-pdf', { body: { ...requestFor(name), ...more } });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data).not.to.have.property('warnings');
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }

  it('conform to what their requests ask for, and the invoice to all that there is', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const folder = mkdtempSync(`${tmpdir()}/toolpress-samples-`);
    after(() => rmSync(folder, { recursive: true }));
    const more = { conformance: ['pdf/a-3a', 'pdf/ua-1'] };
    const fileOf = async (name: string, given: object = {}): Promise<string> => {
      writeFileSync(`${folder}/${name}.pdf`, await print(name, given));
      return `${folder}/${name}.pdf`;
    };
    const invoices = [await fileOf('invoice', more), await fileOf('invoice.de', more)];
    const universal = await veraPdf([await fileOf('payslip'), ...invoices], 'ua1');
    for (const { file, failures } of [...universal, ...(await veraPdf(invoices, '3a'))])
      expect(failures, file).to.deep.equal([]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { areJudgesHere, TestService, veraPdf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { LANGUAGES, papersOf, requestFor, samples } from './sample-requests.js';

describe('The samples', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await TestService.start();
    folder = mkdtempSync(`${tmpdir()}/toolpress-samples-`);
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  async function fileOf(id: string, body: object): Promise<string> {
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    expect(answer.status, `${id}: ${answer.body.error}`).to.equal(200);
    expect(answer.body.data, id).not.to.have.property('warnings');
    const file = `${folder}/${id}.pdf`;
    writeFileSync(file, Buffer.from(answer.body.data.pdf_base64, 'base64'));
    return file;
  }

  it('conform to PDF/UA in each language, with short and long data, on each paper', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const files: string[] = [];
    for (const name of samples())
      for (const language of LANGUAGES)
        for (const isLong of [false, true])
          for (const [paper, size] of Object.entries(papersOf(name))) {
            const body = requestFor(name, { language, isLong });
            // An e-invoice is PDF/A as well.
            const { conformance = 'pdf/ua-1' } = body;
            const id = `${name}-${language}-${isLong ? 'long' : 'short'}-${paper}`;
            files.push(await fileOf(id, { ...body, ...size, conformance }));
          }
    expect(files).to.have.lengthOf(samples().length * 8);
    for (const { file, failures } of await veraPdf(files, 'ua1')) expect(failures, file).to.deep.equal([]);
  });

  it('conform to PDF/A-3a as well: the invoice and the e-invoice', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const files: string[] = [];
    for (const name of ['invoice', 'e-invoice'])
      for (const language of LANGUAGES) {
        const body = { ...requestFor(name, { language, isLong: true }), conformance: ['pdf/a-3a', 'pdf/ua-1'] };
        files.push(await fileOf(`${name}-${language}-3a`, body));
      }
    for (const { file, failures } of await veraPdf(files, '3a')) expect(failures, file).to.deep.equal([]);
  });
});

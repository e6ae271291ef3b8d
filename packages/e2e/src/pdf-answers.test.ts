import { randomUUID } from 'node:crypto';
import { pdfInfo, pdfText, type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

describe('The answer to a PDF request', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  const post = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${PDF}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('is the PDF itself for `Accept: application/pdf`, with what the fields say in headers', async () => {
    const answer = await post({ html: '<p>Größe</p>', filename: 'Größe' }, { accept: 'application/pdf' });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.contain(`filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`);
    expect(answer.headers.get('x-page-count')).to.equal('1');
    expect(answer.headers.get('x-actions-consumed')).to.equal('3');
    expect(Date.parse(answer.headers.get('x-expires-at') ?? '')).to.be.above(Date.now());
    expect(answer.headers.get('x-warnings')).to.equal(null);
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(Number(answer.headers.get('content-length'))).to.equal(pdf.length);
    expect(pdfText(pdf)).to.contain('Größe');
    const link = await fetch(answer.headers.get('x-download-url') ?? '');
    expect(Buffer.from(await link.arrayBuffer()).equals(pdf)).to.equal(true);
  });

  it('names its warnings in a header then, and errors are in their envelope all the same', async () => {
    const accept = { accept: 'application/pdf' };
    const warned = await post({ html: '<p>[[missing]]</p>' }, accept);
    expect(warned.headers.get('x-warnings')).to.equal('tag_without_value');
    const details = async (answer: Response) => JSON.parse(answer.headers.get('x-warning-details') ?? '');
    const inFields = (await (await post({ html: '<p>[[missing]]</p>' }, {})).json()) as {
      data: { warnings: object[] };
    };
    expect(await details(warned)).to.deep.equal(inFields.data.warnings);
    const many = Array.from({ length: 40 }, (_, index) => `<img src="http://ä${index}.example/${'x'.repeat(200)}">`);
    const long = await post({ html: many.join(''), on_blocked: 'warn' }, accept);
    expect(long.headers.get('x-warning-details')?.length).to.be.within(2, 2_000);
    expect(await details(long)).to.be.an('array');
    const failed = await post({ html: '[[#open]]' }, accept);
    expect(failed.status).to.equal(422);
    expect(failed.headers.get('content-type')).to.match(/^application\/json/);
    expect(await failed.json()).to.include({ success: false });
  });

  for (const accept of ['*/*', 'application/json', 'application/json, application/pdf', 'application/pdf;q=0.5, */*']) {
    it(`is JSON for \`Accept: ${accept}\``, async () => {
      const answer = await post({ html: 'x' }, { accept });
      expect(answer.headers.get('content-type')).to.match(/^application\/json/);
      const { data } = (await answer.json()) as { data: { pdf_base64: string } };
      expect(pdfInfo(Buffer.from(data.pdf_base64, 'base64')).pages).to.equal(1);
    });
  }

  it('may leave the PDF out: `"return": "link"`; a repeat under its idempotency key does as well', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    for (const replayed of [null, 'true']) {
      const answer = await post({ html: 'x', return: 'link' }, headers);
      expect(answer.headers.get('idempotent-replayed')).to.equal(replayed);
      const { data } = (await answer.json()) as { data: Record<string, string> };
      expect(data).to.include.keys('download_url', 'signed_url', 'size_bytes', 'page_count');
      expect(data).not.to.have.property('pdf_base64');
      expect((await fetch(data['signed_url'] ?? '')).status).to.equal(200);
    }
    const replay = await post({ html: 'x', return: 'link' }, { ...headers, accept: 'application/pdf' });
    expect(replay.headers.get('x-actions-consumed')).to.equal('0');
    expect(
      Buffer.from(await replay.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).to.equal('%PDF-');
  });
});

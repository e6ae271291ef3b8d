import { pdfInfo, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { allowPages, longDocument, wrongNumbers } from './long-documents.js';

const PDF = '/api/utilities/html-to-pdf';
const pages = (count: number): object => ({
  html: `${'<p style="break-after: page">x</p>'.repeat(count - 1)}<p>x</p>`,
});

describe('Documents of more than 50 pages', () => {
  let service: TestService;
  let long: { id: string; token: string };
  before(async () => {
    service = await TestService.start();
    long = await service.createAccount('long');
    expect((await allowPages(service, long.id, 130)).body.data).to.include({ max_pages: 130 });
  });
  after(() => service.stop());

  const operate = (path: string, body: object) =>
    service.call(path, { method: 'PATCH', token: service.adminToken, body });
  const usage = async () => (await service.call('/api/usage', { token: long.token })).body.data;

  it('are printed for an account that may have them, and charged by begun 50 pages', async () => {
    const limits = (await service.call('/api/account', { token: long.token })).body.data.limits;
    expect(limits.pages_per_document).to.equal(130);
    const before = await usage();
    for (const [count, actions] of [
      [50, 3],
      [51, 6],
      [101, 9],
    ] as const) {
      const { status, body } = await service.call(PDF, { token: long.token, body: pages(count) });
      expect(status, body.error).to.equal(200);
      expect([body.data.page_count, body.metadata?.actions_consumed]).to.deep.equal([count, actions]);
      expect(pdfInfo(Buffer.from(body.data.pdf_base64, 'base64')).pages).to.equal(count);
    }
    const { actions, requests, by_tool } = await usage();
    expect([actions - before.actions, requests - before.requests]).to.deep.equal([18, 3]);
    expect(by_tool['html-to-pdf']).to.deep.equal({ actions, requests });
  });

  it('of some more pages are refused with the ways to print them', async () => {
    const own = await service.call(PDF, { token: long.token, body: pages(131) });
    const other = await service.call(PDF, { body: pages(51) });
    for (const [answer, most] of [
      [own, 130],
      [other, 50],
    ] as const) {
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([422, 'page_limit']);
      expect(answer.body.error).to.equal(
        `The document has more than ${most} pages; a PDF of this account may have ${most} at most: the operator can allow up to 2000 (\`pdf.max_pages\`, or the account’s \`max_pages\`), or send a batch with \`"output": "merged"\`, each row of which may have as many.`,
      );
    }
  });

  it('have right numbers in contents, references, footnotes, headers and footers', async () => {
    const body = { ...longDocument(110), return: 'link' };
    const job = await service.call('/api/jobs', { token: long.token, body: { tool: 'html-to-pdf', input: body } });
    const { result, error } = (await service.ended(`/api/jobs/${job.body.data.id}`, long.token)).body.data;
    expect(error).to.equal(undefined);
    expect(result.page_count).to.be.within(112, 116);
    const pdf = Buffer.from(await (await fetch(result.signed_url)).arrayBuffer());
    expect(wrongNumbers(pdf, 110)).to.deep.equal([]);
  });

  it('are printed for all accounts by the setting, unless an account has its own limit', async () => {
    expect((await operate('/admin/settings', { pdf: { max_pages: 60 } })).body.data.pdf.max_pages).to.equal(60);
    const current = async (token: string): Promise<number> =>
      (await service.call('/api/account', { token })).body.data.limits.pages_per_document;
    const { token, id } = await service.createAccount('by the setting');
    while ((await current(token)) !== 60);
    const answer = await service.call(PDF, { token, body: pages(60) });
    expect(answer.body.data?.page_count, answer.body.error).to.equal(60);
    expect(await current(long.token)).to.equal(130);
    await allowPages(service, id, 50);
    expect((await service.call(PDF, { token, body: pages(51) })).status).to.equal(422);
    await operate('/admin/settings', { pdf: { max_pages: 50 } });
  });

  it('can’t be allowed beyond 2,000 pages, nor less than the specification has', async () => {
    for (const max_pages of [49, 2_001, 60.5, '60']) {
      for (const [path, body] of [
        ['/admin/settings', { pdf: { max_pages } }],
        [`/admin/accounts/${long.id}`, { max_pages }],
      ] as const) {
        const { status, body: answer } = await operate(path, body);
        expect(status, `${path} ${max_pages}`).to.equal(400);
        expect(answer.error).to.include('max_pages');
      }
    }
  });

  it('exceed no quota: one that costs more than is left is 402, free and not kept', async () => {
    const { id, token } = await service.createAccount('little quota');
    await allowPages(service, id, 130);
    await operate(`/admin/accounts/${id}`, { monthly_actions: 10 });
    const print = (count: number) => service.call(PDF, { token, body: pages(count) });
    expect((await print(101)).body.metadata?.actions_consumed).to.equal(9);
    await operate(`/admin/accounts/${id}`, { monthly_actions: 14 });
    const refused = await print(51);
    expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([402, 'quota_exceeded']);
    expect(refused.body.error).to.include('this call takes 6');
    const job = await service.call('/api/jobs', { token, body: { tool: 'html-to-pdf', input: pages(51) } });
    const ended = (await service.ended(`/api/jobs/${job.body.data.id}`, token)).body.data;
    expect([ended.status, ended.error?.code]).to.deep.equal(['failed', 'quota_exceeded']);
    expect((await print(50)).body.metadata?.actions_consumed).to.equal(3);
    const { actions, requests } = (await service.call('/api/usage', { token })).body.data;
    expect([actions, requests]).to.deep.equal([12, 2]);
  });
});

import { TOOLS } from '@toolpress/contract';
import { type Answer, pdfInfo, pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const FIVE_PAGES = '<p style="break-after: page">one</p>'.repeat(4).concat('<p>last</p>');

describe('A preview in the studio', () => {
  let service: SharedService;
  let headers: Record<string, string>;
  before(async () => {
    service = await sharedService();
    const body = JSON.stringify({ token: service.token });
    const signIn = { method: 'POST', headers: { ...OWN_PAGE, 'content-type': 'application/json' }, body };
    const [line = ''] = (await fetch(`${service.url}/studio/session`, signIn)).headers.getSetCookie();
    headers = { ...OWN_PAGE, cookie: line.split(';')[0] ?? '' };
  });

  const preview = (body: object): Promise<Answer> =>
    service.call('/studio/api/preview', { token: null, headers, body });
  const printed = async (body: object) => {
    const answer = await preview(body);
    expect(answer.status, answer.body.error).to.equal(200);
    const { pdf_base64, milliseconds, ...data } = answer.body.data;
    expect(milliseconds).to.be.a('number');
    return { data, pdf: Buffer.from(pdf_base64, 'base64'), metadata: answer.body.metadata };
  };

  it('prints what is in the editor with the options of a template', async () => {
    const { data, pdf } = await printed({
      html: '<p>[[who]]</p><blink>',
      css: 'p { color: teal }',
      data: { who: 'World' },
      page_size: 'A6',
      footer_html: '[[page]] of [[pages]]',
      filename: 'letter',
      expires_in: 3_600,
      deliver_to: { connection: 'unknown', folder: 'x' },
    });
    expect(data).to.deep.equal({ page_count: 1, is_whole: true });
    expect(pdfText(pdf)).to.match(/World\s+1 of 1/);
    expect(pdfInfo(pdf)).to.have.property('pages', 1);
  });

  it('costs nothing and is kept nowhere', async () => {
    const { metadata } = await printed({ html: '<p>unkept', data: { secret: 'words of the editor' } });
    expect(metadata).to.equal(undefined);
    const account = await service.call('/api/account');
    expect(account.body.data).to.include({ actions_this_month: 0, storage_bytes: 0 });
    expect((await service.call('/api/jobs')).body.data.items).to.deep.equal([]);
    const audit = (await service.call('/api/audit')).body.data.items as { actor: { kind: string } }[];
    expect(audit.filter(({ actor }) => actor.kind === 'token')).to.deep.equal([]);
    const unclaimed = (await service.redis.command('ZRANGE', 'toolpress:unclaimed-files', '0', '-1')) as string[];
    expect(unclaimed.filter((member) => member.startsWith(service.accountId))).to.deep.equal([]);
    expect(await service.logs()).not.to.match(/unkept|words of the editor/);
  });

  it('prints the first page of a long document without the rest', async () => {
    const { data, pdf } = await printed({ html: FIVE_PAGES, first_page_only: true });
    expect(data).to.deep.equal({ page_count: 1, is_whole: false });
    expect([pdfInfo(pdf).pages, pdfText(pdf).trim()]).to.deep.equal([1, 'one']);
    expect((await printed({ html: FIVE_PAGES })).data).to.deep.equal({ page_count: 5, is_whole: true });
    const short = await printed({ html: '<p>short', first_page_only: true });
    expect(short.data).to.deep.equal({ page_count: 1, is_whole: true });
  });

  it('knows the number of pages where the first one shows it', async () => {
    const { data, pdf } = await printed({
      html: FIVE_PAGES,
      footer_html: '[[page]] of [[pages]]',
      first_page_only: true,
    });
    expect(data).to.deep.equal({ page_count: 5, is_whole: false });
    expect(pdfInfo(pdf).pages).to.equal(1);
    expect(pdfText(pdf)).to.include('1 of 5');
  });

  it('answers the errors of printing, with line and column', async () => {
    for (const html of ['<p>\n[[total | mony]]', '<img src="http://10.0.0.1/x.png">']) {
      const [own, tool] = [await preview({ html }), await service.call(TOOLS['html-to-pdf'].path, { body: { html } })];
      expect([own.status, own.body.data.faults.map(({ code }: { code: string }) => code)]).to.deep.equal([
        200,
        [tool.headers.get('x-error-code')],
      ]);
      expect(tool.body.error).to.include(own.body.data.faults[0].message);
    }
    const { faults } = (await preview({ html: '<p>\n[[total | mony]]' })).body.data;
    expect(faults[0]).to.include({ line: 2, column: 1 });
  });

  it('takes no parameters that store, charge or encrypt', async () => {
    for (const wrong of [{ template: 'letter' }, { return: 'link' }, { protect: {} }, { data_from: {} }, { html: 1 }])
      expect((await preview({ html: '<p>', ...wrong })).status, JSON.stringify(wrong)).to.equal(400);
    expect((await preview({ css: 'p {}' })).status).to.equal(400);
  });
});

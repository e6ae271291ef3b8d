import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

interface Finding {
  code: string;
  message: string;
  line?: number;
  column?: number;
}

describe('The check of a document', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  async function check(body: object): Promise<{ ok: boolean; faults: Finding[]; warnings: Finding[] }> {
    const answer = await service.call('/api/utilities/check-template', { body });
    expect(answer.status, answer.body.error).to.equal(200);
    return answer.body.data;
  }
  const placesOf = (found: Finding[]): string[] => found.map(({ code, line, column }) => `${code} ${line}:${column}`);

  it('finds nothing in a document that prints', async () => {
    expect(await check({ html: '<h1>[[who]]</h1>', data: { who: 'World' } })).to.deep.equal({
      ok: true,
      faults: [],
      warnings: [],
    });
  });

  it('lists faults of all kinds with line and column', async () => {
    const { ok, faults } = await check({
      html: '<p>x</p>\n<img src="http://example.com/a.png">\n<p>[[#each rows]]',
      css: 'p { color: [[color | nothing]] }',
      header_html: '<i>[[a | upper]]</i>',
    });
    expect(ok).to.equal(false);
    expect(placesOf(faults)).to.deep.equal([
      'template_invalid 3:4',
      'template_invalid 1:12',
      'template_invalid 1:4',
      'content_forbidden 2:6',
    ]);
    expect(faults[2]?.message).to.include('write `| upcase`');
  });

  it('lists tags without a value with `strict`, and warns of them otherwise', async () => {
    const body = { html: '<p>\n[[name]] [[items.0]]', data: { nam: 'x' } };
    expect(placesOf((await check(body)).warnings)).to.deep.equal(['tag_without_value 2:1']);
    expect(placesOf((await check({ ...body, strict: true })).faults)).to.deep.equal(['tag_without_value 2:1']);
  });

  it('warns of what the browser would show differently, and only of that', async () => {
    const shown = await check({ html: '<p class="a">x', css: '.a { background: url(a.png) }' });
    expect(placesOf(shown.warnings)).to.deep.equal(['style_blocked 1:18']);
    expect((await check({ html: '<p class="b">x', css: '.a { background: url(a.png) }' })).warnings).to.deep.equal([]);
    const strict = await check({ html: '<p class="a">x', css: '.a { background: url(a.png) }', on_blocked: 'error' });
    expect(placesOf(strict.faults)).to.deep.equal(['content_forbidden 1:18']);
    const font = await check({ html: '<p style="font-family: Nowhere Sans">x' });
    expect(font.warnings.map(({ code }) => code)).to.deep.equal(['font_unavailable']);
  });

  it('finds an unknown saved template, a broken image and a broken letterhead', async () => {
    expect((await check({ html: '[[var:nothing]]' })).faults.map(({ code }) => code)).to.deep.equal([
      'variable_unknown',
    ]);
    const files = { 'a.png': { base64: Buffer.from('no picture').toString('base64') } };
    expect((await check({ html: '<img src="a.png">', files })).faults.map(({ code }) => code)).to.deep.equal([
      'image_unavailable',
    ]);
    const pdf = Buffer.from('no PDF').toString('base64');
    expect((await check({ html: '<p>x', background_pdf: pdf })).faults.map(({ code }) => code)).to.deep.equal([
      'pdf_invalid',
    ]);
  });

  it('finds the faults of an e-invoice', async () => {
    const e_invoice = { profile: 'en16931', output: 'xml', xml: '<invoice/>' };
    expect((await check({ e_invoice })).faults.map(({ code }) => code)).to.deep.equal(['e_invoice_invalid']);
  });

  it('costs nothing, stores no file and does not count as a request of a tool', async () => {
    const { token } = await service.createAccount('checks');
    await service.call('/api/utilities/check-template', { token, body: { html: '<p>x' } });
    const { actions, requests } = (await service.call('/api/usage', { token })).body.data;
    expect([actions, requests]).to.deep.equal([0, 0]);
  });

  it('reads no record, because that is charged', async () => {
    const data_from = { base_id: 'a', table_id: 'b', record_id: 'c', _connections: { tablebase: 'd' } };
    const answer = await service.call('/api/utilities/check-template', { body: { html: '<p>x', data_from } });
    expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([400, 'invalid_parameter']);
    expect(answer.body.error).to.match(/^`data_from` /);
  });
});

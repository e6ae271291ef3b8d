import { PDF_LIMITS } from '@toolpress/contract';
import { pdfInfo, pdfSource, pdfText, pdfWords, type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const MM = 72 / 25.4;

describe('The further parameters of the PDF tools', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  const render = (body: object) => service.call(PDF, { body: { html: '<p>body</p>', ...body } });
  async function pdfOf(body: object): Promise<Buffer> {
    const answer = await render(body);
    expect(answer.status, answer.body.error).to.equal(200);
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }
  async function refusalOf(body: object): Promise<{ status: number; code: string | null; message: string }> {
    const { status, headers, body: answer } = await render(body);
    return { status, code: headers.get('x-error-code'), message: answer.error ?? '' };
  }
  const placeOf = (pdf: Buffer, word: string) => pdfWords(pdf).find(({ text }) => text === word);

  it('set margins, to the pixel, that win over the document’s own', async () => {
    const css = 'body, p { margin: 0 } @page { margin: 5cm } @page { margin: 7cm !important }';
    const all = placeOf(await pdfOf({ css, margin: '20mm' }), 'body');
    expect(all?.xMin).to.be.closeTo(20 * MM, 0.4);
    expect(all?.yMin).to.be.closeTo(20 * MM, 3);
    const some = placeOf(await pdfOf({ css, margin: { left: '1.5in', top: '0' } }), 'body');
    expect(some?.xMin).to.be.closeTo(108, 0.4);
    expect(some?.yMin).to.be.closeTo(0, 3);
    expect(placeOf(await pdfOf({ css }), 'body')?.xMin).to.be.closeTo(70 * MM, 0.5);
  });

  it('reject invalid margins, and margins that leave no room on the page', async () => {
    for (const margin of ['wide', '10', -1, '5%', ['1mm'], { inner: '1mm' }, { top: '1em' }]) {
      const refused = await refusalOf({ margin });
      expect(refused, JSON.stringify(margin)).to.include({ status: 400, code: 'invalid_parameter' });
      expect(refused.message).to.include('margin');
    }
    expect(await refusalOf({ margin: '50mm', page_size: 'A6' })).to.include({ status: 400, code: 'invalid_parameter' });
    const large = { css: '@page { size: A0 }', margin: '50mm' };
    expect(placeOf(await pdfOf(large), 'body')?.xMin).to.be.closeTo(50 * MM + 6, 1);
  });

  it('take paper of any size, as high as its content where no height is given', async () => {
    const html = '<!DOCTYPE html><body style="margin: 0"><div style="height: 6cm">x</div>';
    for (const [page_size, width, height] of [
      [{ width: '80mm', height: 'auto' }, 80, 60],
      [{ width: '10cm', height: '3in' }, 100, 76.2],
    ] as const) {
      const info = pdfInfo(await pdfOf({ html, page_size, margin: '0' }));
      expect(info.pages).to.equal(1);
      expect(info.width).to.be.closeTo(width * MM, 1);
      expect(info.height).to.be.within(height * MM - 1, height * MM + 3);
    }
    expect(await refusalOf({ page_size: { width: '80mm' } })).to.include({ status: 400, code: 'invalid_parameter' });
    const narrow = { page_size: { width: '20mm', height: 'auto' }, margin: '6mm' };
    expect(await refusalOf(narrow)).to.include({ status: 400, code: 'invalid_parameter' });
  });

  it('print headers and footers with page numbers, data and saved variables', async () => {
    await service.call('/api/variables/letterhead', {
      method: 'PUT',
      body: { kind: 'html', content: '<b>[[company]]</b>' },
    });
    const pdf = await pdfOf({
      html: '<p style="break-after: page">one</p><p>two</p>',
      header_html: '[[var:letterhead]]',
      footer_html: '<p>Page [[page]] of [[pages]]</p>',
      data: { company: 'Müller & Söhne' },
    });
    const [first = '', second = ''] = pdfText(pdf).split('\f');
    expect(first).to.match(/Müller & Söhne\s+one\s+Page 1 of 2/);
    expect(second).to.match(/Müller & Söhne\s+two\s+Page 2 of 2/);
    const missing = await refusalOf({ footer_html: '[[var:nowhere]]' });
    expect(missing).to.include({ status: 422, code: 'variable_unknown' });
  });

  it('name the file that both links download', async () => {
    const { data } = (await render({ filename: 'Rechnung März' })).body;
    for (const link of [data.download_url, data.signed_url]) {
      const response = await fetch(link);
      expect(response.headers.get('content-disposition')).to.include("filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf");
      await response.arrayBuffer();
    }
    expect(
      (await fetch((await render({ filename: 'a.PDF' })).body.data.download_url)).headers.get('content-disposition'),
    ).to.include('a.PDF"');
    for (const filename of ['a/b.pdf', 'a\\b', 'a\nb', 'x'.repeat(201), 7]) {
      expect(await refusalOf({ filename })).to.include({ status: 400, code: 'invalid_parameter' });
    }
  });

  it('tag PDFs on request', async () => {
    expect(pdfInfo(await pdfOf({})).tagged).to.equal(false);
    expect(pdfInfo(await pdfOf({ tagged: true })).tagged).to.equal(true);
  });

  it('protect the PDF by passwords, which they refuse where readers could not make them of what is typed', async () => {
    const pdf = await pdfOf({ protect: { user_password: 'Schlüssel', permissions: [] } });
    expect(() => pdfText(pdf)).to.throw('Incorrect password');
    expect(pdfText(await pdfOf({ html: '<p>open', protect: { permissions: ['print'] } }))).to.include('open');
    const refusal = await refusalOf({ protect: { owner_password: 'a\u0007' } });
    expect(refusal).to.include({ status: 400, code: 'invalid_parameter' });
    expect(refusal.message).to.match(/^`protect\.owner_password` has characters/);
  });

  it('give the PDF an outline of its headings', async () => {
    const titlesOf = async (body: object) =>
      [...pdfSource(await pdfOf({ html: '<h1>A</h1><h2>B</h2>', ...body })).matchAll(/\/Title <feff(\w+)>/g)].map(
        ([, title = '']) => title,
      );
    expect(await titlesOf({})).to.deep.equal([]);
    expect(await titlesOf({ outline: true })).to.have.members(['0041', '0042']);
  });

  it('list every tag without a value where it is strict', async () => {
    const body = {
      html: '<p>[[a]]</p>\n[[b.c]] [[here]]',
      css: 'p { color: [[colour]] }',
      header_html: '[[d]] [[page]]',
      data: { here: 0 },
    };
    expect((await render(body)).status).to.equal(200);
    const { status, code, message } = await refusalOf({ ...body, strict: true });
    expect([status, code]).to.deep.equal([422, 'tag_without_value']);
    for (const part of ['[[a]]', 'html 1:4', '[[b.c]]', 'html 2:1', '[[colour]]', '[[d]]', 'header_html 1:1']) {
      expect(message).to.include(part);
    }
    expect(message).not.to.include('[[here]]').and.not.include('[[page]]');
    expect((await render({ html: '[[a]]', data: { a: 1 }, strict: true })).status).to.equal(200);
  });

  it('print on a letterhead, one of its pages under each of the document’s', async () => {
    const sheet = (name: string) => `<h1>${name}</h1><h1 style="break-before: page">${name}-next</h1>`;
    const letterhead = async (html: string) => (await pdfOf({ html })).toString('base64');
    const html = '<p style="margin-top: 5cm">one<p style="break-before: page">two<p style="break-before: page">three';
    const wordsOf = (pdf: Buffer) =>
      pdfText(pdf)
        .trimEnd()
        .split('\f')
        .map((page) => page.trim().split(/\s+/).sort().join(' '));
    const background_pdf = await letterhead(sheet('letterhead'));
    expect(wordsOf(await pdfOf({ html, background_pdf, header_html: 'head' }))).to.deep.equal([
      'head letterhead one',
      'head letterhead-next two',
      'head letterhead-next three',
    ]);
    const first = await letterhead(sheet('first'));
    expect(wordsOf(await pdfOf({ html, background_pdf: { first } }))).to.deep.equal(['first one', 'two', 'three']);
    expect(wordsOf(await pdfOf({ html, background_pdf: '' }))).to.deep.equal(['one', 'two', 'three']);
  });

  it('reject a letterhead that is not a PDF, with the reason', async () => {
    for (const background_pdf of [
      '%PDF-1.7',
      'AAA',
      7,
      { last: 'AAAA' },
      { first: 'data:application/pdf;base64,AAAA' },
    ]) {
      const refused = await refusalOf({ background_pdf });
      expect(refused, JSON.stringify(background_pdf)).to.include({ status: 400, code: 'invalid_parameter' });
      expect(refused.message).to.include('`background_pdf');
    }
    expect(
      await refusalOf({ background_pdf: Buffer.alloc(4 * 1024 * 1024, 'no PDF').toString('base64') }),
    ).to.deep.equal({
      status: 422,
      code: 'pdf_invalid',
      message: '`background_pdf` is broken, or is not a PDF.',
    });
    const over = 'A'.repeat(8 * 1024 * 1024);
    expect(await refusalOf({ background_pdf: over })).to.include({ status: 413, code: 'body_too_large' });
  });

  it('bound the parts of a document in bytes, saved variables included', async () => {
    const over = (part: keyof typeof PDF_LIMITS, character: string): string =>
      character.repeat(Math.floor(PDF_LIMITS[part] / Buffer.byteLength(character)) + 1);
    for (const [part, limit, body] of [
      ['html', '5 MiB', { html: over('html', ' ') }],
      ['html', '5 MiB', { html: over('html', 'ü') }],
      ['css', '1 MiB', { css: over('css', ' ') }],
      ['data', '5 MiB', { data: { text: over('data', 'x') } }],
      ['header_html', '256 KiB', { header_html: over('header_html', '字') }],
      ['footer_html', '256 KiB', { footer_html: over('footer_html', ' ') }],
      ['translations', '1 MiB', { translations: { de: { Total: over('translations', 'ü') } } }],
    ] as const) {
      const refused = await refusalOf(body);
      expect(refused, part).to.include({ status: 413, code: 'body_too_large' });
      expect(refused.message).to.include(`\`${part}\``).and.include(limit);
    }
    const half = ' '.repeat(PDF_LIMITS.css / 2 + 1);
    await service.call('/api/variables/half', { method: 'PUT', body: { kind: 'css', content: half } });
    expect(await refusalOf({ css: '[[var:half]][[var:half]]' })).to.include({ status: 413, code: 'body_too_large' });
    expect((await render({ css: '[[var:half]]' })).status).to.equal(200);
  });
});

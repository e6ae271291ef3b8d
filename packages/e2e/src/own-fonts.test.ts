import { type Answer, pdfFonts, pdfText, type TestFontOptions, TestService, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

describe('A document in fonts of its account’s own', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
    await put('brand', { family: 'Brand Sans', font: 'BrandSans-Regular' });
    await put('brand-bold', { family: 'Brand Sans', weight: 700, font: 'BrandSans-Bold' });
    await put('brand-italic', { family: 'Brand Sans', style: 'italic', font: 'BrandSans-Italic' });
  });
  after(() => service?.stop());

  interface FontToPut extends TestFontOptions {
    family: string;
    font: string;
    weight?: number | string;
    style?: string;
    token?: string;
  }
  async function put(name: string, { family, weight, style, font, token, ...options }: FontToPut): Promise<void> {
    const data_base64 = testFont(font, { format: 'woff2', ...options }).toString('base64');
    const body = { family, weight, style, data_base64 };
    const answer = await service.call(`/api/fonts/${name}`, { method: 'PUT', body, ...(token && { token }) });
    expect(answer.status, answer.body.error).to.equal(200);
  }
  const print = (body: object, token?: string): Promise<Answer> => service.call(PDF, { body, ...(token && { token }) });
  /** The fonts in its PDF. */
  async function fontsOf(body: object, token?: string): Promise<string[]> {
    const { status, body: answer } = await print(body, token);
    expect(status, answer.error).to.equal(200);
    expect(answer.data).to.not.include.keys('warnings');
    return pdfFonts(Buffer.from(answer.data.pdf_base64, 'base64'));
  }

  it('is printed with them, at once and again, by their weights and styles', async () => {
    const html = '<p style="font-family: Brand Sans">plain <b>bold</b> <i>italic</i>';
    for (let time = 1; time <= 3; time++) {
      expect(await fontsOf({ html }), String(time)).to.deep.equal([
        'BrandSans-Bold',
        'BrandSans-Italic',
        'BrandSans-Regular',
      ]);
    }
    const { body } = await print({ html });
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64'))).to.include('plain bold italic');
  });

  const WAYS: Record<string, object> = {
    'a style sheet': { html: '<style>p { font-family: "Brand Sans", serif }</style><p>x' },
    css: { html: '<p>x', css: 'p { font: 12px/1.2 "BRAND SANS", serif }' },
    'the shorthand `font`': {
      html: '<p style="font: italic 12px brand sans"><span style="font-style: normal">x</span>',
    },
    'an element `font`': { html: '<font face="Brand Sans">x</font>' },
    'an attribute of SVG': { html: '<svg><text y="20" font-family="Brand Sans">x</text></svg>' },
    'a custom property': { html: '<style>:root { --text: "Brand Sans" } p { font-family: var(--text) }</style><p>x' },
    'escapes of CSS': { html: '<style>p { font-family: "\\42 rand\\20Sans" }</style><p>x' },
    'references of HTML': { html: '<p style="font-family: &quot;Br&#97;nd S&#x61;ns&quot;">x' },
    'a tag of the template': { html: '<p style="font-family: [[font]]">x', data: { font: 'Brand Sans' } },
    'a margin box': { html: '<style>@page { @top-left { content: "x"; font-family: Brand Sans } }</style>' },
    'a rule for wide paper only': {
      html: '<style>@media (min-width: 1000px) { p { font-family: Brand Sans } }</style><p>x',
      page_size: 'A2',
    },
    'generated content': { html: '<style>p::before { content: "x"; font-family: Brand Sans }</style><p>' },
    'a declarative shadow tree': {
      html: '<style>div { font-family: Brand Sans }</style><div>x</div>',
    },
  };
  for (const [way, body] of Object.entries(WAYS)) {
    it(`may name one in ${way}`, async () => {
      expect(await fontsOf(body)).to.deep.equal(['BrandSans-Regular']);
    });
  }

  it('has them in its header and footer, which are as high as these fonts make them', async () => {
    const around = {
      header_html: '<b style="font-family: Brand Sans">x</b>',
      footer_html: '<p style="font-family: Brand Sans">[[page]]</p>',
    };
    expect(await fontsOf({ html: '<p style="font-family: Liberation Serif">x', ...around })).to.deep.equal([
      ...['BrandSans-Bold', 'BrandSans-Regular', 'LiberationSerif'],
    ]);
  });
});

import { pdfFonts, pdfText, pdfWords, type SharedService, sharedService, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { ownFonts } from './own-fonts.js';

describe('A document in fonts of its account’s own', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
    await putBrand();
  });

  const { put, print, fontsOf, another, putBrand } = ownFonts(() => service);

  it('is printed with them, immediately and again, by their weights and styles', async () => {
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
    'a document whose elements have the names of what a script would ask': {
      html: '<form name="fonts"></form><img name="documentElement" alt=""><p style="font-family: Brand Sans">x',
    },
  };
  for (const [way, body] of Object.entries(WAYS)) {
    it(`may name one in ${way}`, async () => {
      expect(await fontsOf(body)).to.deep.equal(['BrandSans-Regular']);
    });
  }

  it('has a header that is as high as these fonts make it', async () => {
    const lines = 'x<br>'.repeat(10);
    const bodyAt = async (family: string): Promise<number> => {
      const header_html = `<p style="font: 40px ${family}">${lines}</p>`;
      const { body } = await print({ html: '<p>body', header_html });
      const words = pdfWords(Buffer.from(body.data.pdf_base64, 'base64'));
      return words.find(({ text }) => text === 'body')?.yMin ?? 0;
    };
    // A line of the one is as high as its font is large, of the other 1.15 times.
    expect((await bodyAt('Liberation Serif')) - (await bodyAt('Brand Sans'))).to.be.within(40, 60);
  });

  it('has several files of one face complete each other', async () => {
    await put('script-1', { family: 'Scripts', font: 'Script-1', characters: ['a', 'm'] });
    await put('script-2', { family: 'Scripts', font: 'Script-2', characters: ['n', 'z'] });
    await put('script-3', { family: 'Scripts', font: 'Script-3', characters: ['0', '9'] });
    const html = '<p style="font-family: Scripts">az';
    expect(await fontsOf({ html })).to.deep.equal(['Script-1', 'Script-2']);
  });

  it('is warned of other missing fonts like any document', async () => {
    const css = 'p { font-family: Brand Sans; background: url(paper.png) }';
    const { body } = await print({ html: '<p>x', css });
    expect(body.data.warnings.map(({ code }: { code: string }) => code)).to.deep.equal(['style_blocked']);
    expect(pdfFonts(Buffer.from(body.data.pdf_base64, 'base64'))).to.deep.equal(['BrandSans-Regular']);
  });

  it('has them in its header and footer', async () => {
    const around = {
      header_html: '<b style="font-family: Brand Sans">x</b>',
      footer_html: '<p style="font-family: Brand Sans">[[page]]</p>',
    };
    expect(await fontsOf({ html: '<p style="font-family: Liberation Serif">x', ...around })).to.deep.equal([
      'BrandSans-Bold',
      'BrandSans-Regular',
      'LiberationSerif',
    ]);
  });

  it('is printed with them where a family of every installation has the same name, and where it loads one itself', async () => {
    await put('arial', { family: 'Arial', font: 'OwnArial' });
    expect(await fontsOf({ html: '<p style="font-family: arial">x' })).to.deep.equal(['OwnArial']);
    const css =
      '@font-face { font-family: "Brand Sans"; src: url(https://cdn.example/brand.woff2) } p { font-family: brand sans }';
    expect(await fontsOf({ html: '<p>x', css })).to.deep.equal(['BrandSans-Regular']);
    expect(await fontsOf({ html: `<style>${css}</style><p>x` })).to.deep.equal(['BrandSans-Regular']);
    const { accountId, token } = await another();
    expect((await print({ html: '<p>x', css }, token)).body.data.warnings, accountId).to.have.lengthOf(1);
  });

  it('is printed with them, and not with installed fonts of the same name', async () => {
    const { token } = await another();
    await put('inter', { family: 'Inter', font: 'OwnInter', token });
    const body = {
      html: '<p style="font-family: Inter">x',
      css: '@font-face { font-family: Inter; src: url(inter.woff2) }',
      files: { 'inter.woff2': { base64: testFont('Other', { format: 'woff2' }).toString('base64') } },
      header_html: '<p style="font-family: inter">z',
    };
    expect(await fontsOf(body, token)).to.deep.equal(['OwnInter']);
  });

  it('takes all weights of a variable font from one file', async () => {
    await put('variable', { family: 'Variable', weight: '100 900', font: 'Variable-Font' });
    const html = '<p style="font-family: Variable; font-weight: 200">x<b style="font-weight: 850">x</b>';
    expect(await fontsOf({ html })).to.deep.equal(['Variable-Font']);
  });

  it('has no font of another account, also in a page that printed its document before', async () => {
    const accounts = [await another(), await another(), await another()];
    for (const [index, { token }] of accounts.slice(0, 2).entries()) {
      await put('house', { family: 'House', font: `House-${index}`, width: 400 + 200 * index, token });
    }
    const html = '<p style="font-family: House, Liberation Serif">x';
    for (let time = 0; time < 4; time++) {
      for (const [index, { token }] of accounts.entries()) {
        expect(await fontsOf({ html }, token), `${time}, ${index}`).to.deep.equal([
          index === 2 ? 'LiberationSerif' : `House-${index}`,
        ]);
      }
    }
    const all = await Promise.all(
      accounts.flatMap(({ token }) => [fontsOf({ html }, token), fontsOf({ html }, token)]),
    );
    expect(all.map(([font]) => font)).to.deep.equal(
      ['House-0', 'House-1', 'LiberationSerif'].flatMap((font) => [font, font]),
    );
  });

  it('has the new one when a font was replaced, and another one when it was deleted', async () => {
    const { token } = await another();
    const html = '<p style="font-family: Changing, Liberation Mono">x';
    for (const font of ['First', 'Second', 'First']) {
      await put('changing', { family: 'Changing', font, token });
      for (let time = 0; time < 2; time++) expect(await fontsOf({ html }, token)).to.deep.equal([font]);
    }
    await service.call('/api/fonts/changing', { method: 'DELETE', token });
    for (let time = 0; time < 2; time++) expect(await fontsOf({ html }, token)).to.deep.equal(['LiberationMono']);
  });
});

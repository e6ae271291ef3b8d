import { type Answer, pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const FRAME = '<iframe class="map" src="https://maps.example/"></iframe>';
const PDF = '/api/utilities/html-to-pdf';

describe('A frame in a document', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const print = (body: object): Promise<Answer> => service.call(PDF, { body });

  const HIDDEN: Record<string, object> = {
    'by a sheet': { html: `<p>x${FRAME}`, css: '.map { display: none }' },
    'by a sheet for print': { html: `<style>@media print { iframe { display: none !important } }</style><p>x${FRAME}` },
    'with a box around it': { html: `<p>x<div class=web><p>y${FRAME}</div>`, css: '.web { display: none }' },
    'by a sheet in `files`': {
      html: `<link rel=stylesheet href=a.css><p>x${FRAME}`,
      files: { 'a.css': '@media screen { iframe { display: block } } .map { display: none }' },
    },
    'by `hidden` around it': { html: `<p>x<div hidden>${FRAME}</div>` },
    'by `display: none` around it': { html: `<p>x<div style="display: none">${FRAME}</div>` },
    'in a `noscript`': { html: `<p>x<noscript>${FRAME}</noscript>` },
    'in a `template`': { html: `<p>x<template>${FRAME}</template>` },
    'as an object': { html: '<p>x<object class=map data=x.pdf>y</object>', css: 'object { display: none }' },
    'as an embed': { html: '<p>x<embed class=map src=x.pdf>', css: 'embed { display: none }' },
    'in a header': { html: '<p>x', header_html: `<style>.web { display: none }</style><div class=web>${FRAME}</div>` },
  };
  for (const [how, body] of Object.entries(HIDDEN))
    it(`is omitted without a warning where it is hidden ${how}`, async () => {
      const { status, body: answer } = await print(body);
      expect(status, answer.error).to.equal(200);
      expect(answer.data).to.not.include.keys('warnings');
      expect(pdfText(Buffer.from(answer.data.pdf_base64, 'base64')).trim()).to.equal('x');
      expect((await print({ ...body, on_blocked: 'error' })).status).to.equal(200);
    });

  const SHOWN: Record<string, [body: object, says: RegExp]> = {
    'by nothing': [{ html: `<p>x</p>${FRAME}` }, /^`iframe` at html 1:9 is not allowed/],
    'on a screen only': [
      { html: `<p>x</p>${FRAME}`, css: '@media screen { .map { display: none } }' },
      /^`iframe` at html 1:9 is not allowed/,
    ],
    'by `visibility`': [{ html: `<p style="visibility: hidden">${FRAME}` }, /^`iframe` at html 1:31 is not allowed/],
    'but for its own style': [
      { html: '<iframe src=x style="display: block">', css: 'iframe { display: none }' },
      /^`iframe` at html 1:1 is not allowed/,
    ],
    'against its stand-in': [
      {
        html: FRAME,
        css: '@layer a { iframe { background: none !important; all: unset !important; display: block } }',
      },
      /^`iframe` at html 1:1 is not allowed/,
    ],
    'in a footer': [{ html: '<p>x', footer_html: FRAME }, /^`iframe` at footer_html 1:1 is not allowed/],
  };
  for (const [how, [body, says]] of Object.entries(SHOWN))
    it(`is refused where it is hidden ${how}`, async () => {
      const answer = await print(body);
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([422, 'content_forbidden']);
      expect(answer.body.error).to.match(says);
    });

  it('is a warning where it is visible and the request says so', async () => {
    const html = `<style>.web { display: none }</style><p>x</p>${FRAME}<div class=web>${FRAME}</div>`;
    const { status, body } = await print({ html, on_blocked: 'warn' });
    expect(status, body.error).to.equal(200);
    expect(
      body.data.warnings.map(({ code, column }: { code: string; column: number }) => [code, column]),
    ).to.deep.equal([['content_blocked', 46]]);
  });

  it('is named among other faults only where it shows', async () => {
    const { error } = (await print({ html: `<img src=a.png><div hidden>${FRAME}</div>${FRAME}<img src=b.png>` })).body;
    expect(error).to.match(/^3 places of the document: \(1\) `img`.* \(2\) `iframe` at html 1:91 .* \(3\) `img`/);
  });
});

describe('An object that shows a drawing', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const files = {
    'chart.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><text y="20">chart</text></svg>',
  };
  const html = '<p>a <object type="image/svg+xml" data="chart.svg"><b>in its place</b></object>';

  it('is printed as an image', async () => {
    for (const body of [
      { html },
      { html, tagged: true },
      { html: html.replace('object type', 'object class=c type') },
    ]) {
      const { status, body: answer } = await service.call(PDF, { body: { ...body, files } });
      expect(status, answer.error).to.equal(200);
      expect(answer.data).to.not.include.keys('warnings');
      const text = pdfText(Buffer.from(answer.data.pdf_base64, 'base64'));
      expect(text).to.include('chart').and.not.include('in its place');
    }
  });

  it('has the name of what is in it where the PDF is to be accessible', async () => {
    const conformance = ['pdf/ua-1'];
    const start = '<!DOCTYPE html><html lang=en><title>t</title>';
    const named = `${start}<p>a <object type="image/svg+xml" data="chart.svg">A chart</object>`;
    const { status, body } = await service.call(PDF, { body: { html: named, files, conformance } });
    expect(status, body.error).to.equal(200);
    const nameless = named.replace('A chart', '');
    const refused = await service.call(PDF, { body: { html: nameless, files, conformance } });
    expect(refused.body.error).to.match(/^`object` at html 1:\d+ has no accessible name/);
  });

  it('is refused without its file, and left out with a warning for what is in it', async () => {
    const answer = await service.call(PDF, { body: { html } });
    expect(answer.status).to.equal(422);
    expect(answer.body.error).to.match(/^`object` `data` at html 1:\d+ is a relative URL: send the image in `files`/);
    const { body } = await service.call(PDF, { body: { html, on_blocked: 'warn' } });
    expect(body.data.warnings).to.have.lengthOf(1);
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64'))).to.include('in its place');
  });
});

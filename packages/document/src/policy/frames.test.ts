import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { DocumentFiles } from '../files.js';

const files = new DocumentFiles({ 'chart.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
const CHART = files.get('chart.svg')?.url ?? 'none';

function check(html: string) {
  const { html: whole, images, reports } = checkDocument({ html }, { files });
  const body = /<body[^>]*>(.*)<\/body>/s.exec(whole)?.[1] ?? '';
  const asked = (addresses: ReadonlySet<string>) => reports.read(addresses).map(({ kind, message }) => [kind, message]);
  return { body, reports, asked, paths: images.map(({ file, url }) => file?.path ?? url) };
}

const STAND_IN = 'position:absolute!important;width:0!important;height:0!important;border:0!important;background:url(';

describe('A frame', () => {
  for (const [name, html] of [
    ['iframe', '<iframe class="ad" id="x" data-y="1" name="n" src="https://a.example/" allow="fullscreen"></iframe>'],
    ['iframe', '<iframe class="ad" id="x" data-y="1" srcdoc="<b>x</b>">in it</iframe>'],
    ['object', '<object class="ad" id="x" data-y="1" data="x.pdf" classid="c" codebase="/"><b>y</b></object>'],
    ['portal', '<portal class="ad" id="x" data-y="1" src="https://a.example/"></portal>'],
  ] as const)
    it(`is replaced by an element that loads only a dead background: ${html}`, () => {
      const { body, reports, asked } = check(html);
      const [address = ''] = [...reports.addresses];
      expect(body).to.equal(
        `<${name} class="ad" id="x" data-y="1" style="${STAND_IN}${address})!important"></${name}>`,
      );
      expect(asked(new Set()), 'nothing shows').to.deep.equal([]);
      expect(asked(reports.addresses)).to.have.lengthOf(1);
      expect(asked(reports.addresses)[0]?.[1]).to.match(new RegExp(`^\`${name}\` at html 1:1 is not allowed`));
      expect([reports.lacksContent, reports.mayLackContent]).to.deep.equal([false, true]);
    });

  it('has a separate address, which no other text of the document receives', () => {
    const first = check('<iframe src=a></iframe>').body.replaceAll('"', "'");
    const html = `<iframe src=a></iframe><p style="background: url('FRAME 0')">x</p><iframe src=b></iframe>`;
    const { reports, asked } = check(`${html}${first.replace('<iframe', '<iframe src=c')}`);
    expect(reports.addresses.size).to.equal(3);
    expect(asked(reports.addresses).map(([kind]) => kind)).to.deep.equal(['content', 'style', 'content']);
    expect(check(`${html}${first}`).body, 'one that is written like a stand-in loads nothing').to.not.include('src');
  });

  it('keeps its own style, which may show it, where that can’t end the added style', () => {
    const { body } = check('<iframe src=x style="display: block; width: 10%"></iframe>');
    expect(body).to.include(`style="display: block; width: 10%;${STAND_IN}`);
    for (const style of ['background:url(#x', 'a:"', 'a:\\', 'a:(', 'a:{', '/*', '@x {', 'background: url(x.png)']) {
      const { body: printed, reports } = check(`<iframe src=x style='${style}'></iframe>`);
      expect([printed, reports.lacksContent, reports.mayLackContent], style).to.deep.equal(['', true, false]);
    }
  });

  it('is refused whether it shows or not where there are more than a hundred', () => {
    const { reports } = check('<iframe src=x></iframe>'.repeat(101));
    expect(reports.addresses.size).to.equal(100);
    expect(reports.read(new Set())).to.have.lengthOf(1);
  });

  it('is ignored in a template, and in a `noscript`, which no reader of the page sees', () => {
    const { body, reports } = check(
      'x<template><iframe src=x></iframe></template><noscript><p>no scripts<iframe src=x></iframe><object data=y></object></p></noscript>',
    );
    expect(body).to.equal('x<p>no scripts</p>');
    expect([reports.mayLackContent, reports.lacksContent]).to.deep.equal([false, false]);
  });

  it('is found once in any wrong nesting', () => {
    for (const html of ['<table><iframe src=x></table>', '<form><b><p><form><iframe src=x></b><i></form>']) {
      const { body, reports } = check(html);
      expect(reports.addresses.size, html).to.equal(1);
      expect(body.split('<iframe').length, html).to.equal(2);
    }
  });
});

describe('An `object` or `embed` that shows an image', () => {
  const OBJECT = `<object type="image/png" data="${CHART}" role="img"></object>`;

  it('is an image by its type, or by its address without a type', () => {
    for (const [html, printed] of [
      ['<object type="image/svg+xml" data="chart.svg"></object>', OBJECT],
      ['<object type=" Image/SVG+XML; charset=utf-8" data="./chart.svg?v=1"></object>', OBJECT],
      ['<embed type="image/svg+xml" src="chart.svg">', `<embed type="image/png" src="${CHART}" role="img">`],
      ['<object data="chart.svg"></object>', `<object data="${CHART}" type="image/png" role="img"></object>`],
      [
        '<object type="image/svg+xml" data="chart.svg" class="wide" width="50%" classid="x" codebase="/y/" usemap="#z"><p>in its place</p></object>',
        OBJECT.replace(' role', ' class="wide" width="50%" role'),
      ],
      [
        '<object type="image/svg+xml" data="chart.svg"><img src="gone.png" alt="Sales by month"></object>',
        OBJECT.replace('"></', '" aria-label="Sales by month"></'),
      ],
      [
        '<object type="image/svg+xml" data="chart.svg" role="none" title="t">Sales</object>',
        `<object type="image/png" data="${CHART}" role="none" title="t"></object>`,
      ],
    ] as const) {
      const { body, asked, reports, paths } = check(html);
      expect(body, html).to.equal(printed);
      expect(paths, html).to.deep.equal(['chart.svg']);
      expect(asked(reports.addresses), html).to.deep.equal([]);
    }
    expect(check('<object type="image/svg+xml" data="https://a.example/x"></object>').paths).to.deep.equal([
      'https://a.example/x',
    ]);
  });

  it('is under the rules of images where its file is missing, and what is in it shows instead', () => {
    const { body, asked } = check('<p><object type="image/svg+xml" data="gone.svg"><b>in its place</b></object></p>');
    expect(body).to.equal('<p><b>in its place</b></p>');
    expect(asked(new Set())).to.deep.equal([
      ['content', '`object` `data` at html 1:33 is a relative URL: send the image in `files`, as `gone.svg`.'],
    ]);
    for (const data of ['http://a.example/x.svg', 'data:image/svg+xml,<svg/>', 'javascript:x.svg'])
      expect(check(`<object type="image/svg+xml" data="${data}"></object>`).reports.lacksContent, data).to.equal(true);
  });

  it('is not an image with another type, or without an address', () => {
    for (const html of [
      '<object type="text/html" data="chart.svg"></object>',
      '<object type="image/svg+xml"></object>',
      '<object data="chart.html"></object>',
      '<embed src="chart.pdf">',
    ])
      expect(check(html).reports.mayLackContent, html).to.equal(true);
  });
});

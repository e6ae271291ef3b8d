import type { RenderJob } from '@toolpress/contract';
import { svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type RenderWorker, startRenderWorker } from '../testing/render-worker.js';

/** A currency sign and a face of later versions of Unicode. */
const [SOM, FACE] = ['\u{20c0}', '\u{1fae9}'];

describe('Characters that no font has', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  const warned = async (job: Partial<RenderJob>): Promise<string[]> => {
    const reply = await worker.render(job);
    if (!reply.ok) throw new Error(JSON.stringify(reply));
    const { warnings = [] } = reply.file ?? {};
    return warnings
      .filter(({ code }) => code === 'character_missing')
      .map(({ message }) => message.replace(/: use another.*`font-family`/, ''));
  };
  const part = (html: string) => ({ default: html });

  const CASES: readonly [where: string, job: Partial<RenderJob>, message: string | RegExp][] = [
    ['a text', { html: `<p>100 ${SOM}` }, `U+20C0 ${SOM} at html 1:8 is in no font (page 1).`],
    [
      'data',
      { html: '<p>[[a]]', data: { a: FACE } },
      `U+1FAE9 ${FACE} at html 1:4 from \`[[a]]\` is in no font (page 1).`,
    ],
    ['a reference', { html: '<p>&#x20c0;' }, `U+20C0 ${SOM} at html 1:4 is in no font (page 1).`],
    ['CSS', { html: '<p>', css: 'p::before { content: "\\20c0" }' }, /^U\+20C0 ⃀ at css 1:23 (?:may be|is) in no font/],
    ['another page', { html: `<p style="break-after: page">a<p>${SOM}` }, /\(page 2\)\.$/],
    ['a table', { html: `<table><tr><td>${SOM}<td>${SOM}</table>` }, /^U\+20C0 ⃀ at html 1:16 \(and 1 more place\)/],
    ['bold text', { html: `<b>${SOM}</b>` }, /^U\+20C0/],
    ['an icon of a font that is not there', { html: '<i>\u{f0c8}</i>' }, /^U\+F0C8 .*only its own icon font can show/],
    [
      'a header',
      { headerHtml: part(`<p>${SOM}`), margin: { top: 1 } },
      `U+20C0 ${SOM} at header_html.default 1:4 is in no font (page 1).`,
    ],
    [
      'a footer',
      { footerHtml: part(`<p>${SOM}`), margin: { bottom: 1 } },
      `U+20C0 ${SOM} at footer_html.default 1:4 is in no font (page 1).`,
    ],
    ['a watermark', { watermarkHtml: { html: SOM, layer: 'over' } }, /^U\+20C0 ⃀ at watermark_html 1:1 is in no font/],
    ['a drawing', { html: `<svg><text y="20">${SOM}</text></svg>` }, /^U\+20C0 ⃀ at html 1:19 is in no font/],
    [
      'a drawing among the files',
      { html: '<img src="a.svg">', files: { 'a.svg': svgOf(`<text y="20">${SOM}</text>`) } },
      /^U\+20C0 ⃀ at files\["a\.svg"\] 1:\d+ is in no font/,
    ],
  ];
  for (const [where, job, message] of CASES)
    it(`are warned of in ${where}`, async () => {
      const found = await warned(job);
      expect(found).to.have.lengthOf(1);
      if (typeof message === 'string') expect(found[0]).to.equal(message);
      else expect(found[0]).to.match(message);
    });

  it('are not warned of where a font has them', async () => {
    const html = [
      ...['✓ → ★ ☎ ½ € ₹ ₿ ₽ ₺ ‰ … “x” „y“', '日本 中文 한국 العربية עברית हिन्दी ไทย', '😀 👩‍👩‍👧 🇩🇪 ❤️ 1️⃣'],
      ...['a\u{ad}b \u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{a0}\u{202f}', 'x̂ ñ é', '𝒜 𝔅 ∑ ∫', 'Ω ﬁ ⅷ'],
    ];
    expect(await warned({ html: html.map((text) => `<p>${text}</p>`).join('') })).to.deep.equal([]);
  });

  it('are not warned of where they are hidden', async () => {
    expect(await warned({ html: `<p hidden>${SOM}</p><p>a<!-- ${SOM} --></p><title>${SOM}</title>` })).to.deep.equal(
      [],
    );
  });
});

import type { RenderJob } from '@toolpress/contract';
import { pdfJsLines, pdfPixels, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type RenderWorker, startRenderWorker } from '../render-worker.js';

describe('The text of a PDF', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  const printed = async (job: Partial<RenderJob>): Promise<Buffer> => {
    expect(await worker.render(job)).to.include({ ok: true });
    return worker.last();
  };
  /** Expects texts in a PDF, by a reader of `ToUnicode` and one of `ActualText`. */
  const expectRead = async (pdf: Buffer, ...texts: string[]) => {
    const lines = (await pdfJsLines(pdf)).join('\n');
    for (const text of texts) {
      expect(lines, 'pdf.js').to.include(text);
      expect(pdfText(pdf), 'poppler').to.include(text);
    }
  };
  const inFont = (family: string, text: string, css = ''): string =>
    `<p style="font: 16px '${family}'; ${css}">${text.replaceAll('<', '&lt;')}</p>`;

  it('has the signs beside capitals and digits whose forms have private characters only', async () => {
    const texts = ['R-2026-0815', '+420 (A) [B] {C}', 'X@Y 12:30', 'A–B—C «D»', '1+1=2', 'A/B\\C', 'A•B·C'];
    await expectRead(await printed({ html: texts.map((text) => inFont('Inter', text)).join('') }), ...texts);
  });

  it('has the letters of ligatures', async () => {
    const texts = ['waffle', 'fi ffi fl ff', 'office', 'baffled'];
    for (const family of ['Manrope', 'EB Garamond', 'Lora', 'Open Sans'])
      await expectRead(await printed({ html: texts.map((text) => inFont(family, text)).join('') }), ...texts);
  });

  it('has the signs of code, where one glyph draws several and blanks replace the others', async () => {
    const texts = ['a... b', 'a => b', 'a -> b --> c', 'a != b !== c', '<!-- a -->', 'www a', 'a :: b := c', '=== ---'];
    for (const family of ['JetBrains Mono', 'Fira Code'])
      await expectRead(await printed({ html: texts.map((text) => inFont(family, text)).join('') }), ...texts);
  });

  for (const [what, mark] of [
    ['marks of direction', '\u200e'],
    ['a byte order mark', '\ufeff'],
    ['word joiners', '\u2060'],
    ['joiners', '\u200d'],
    ['non-joiners', '\u200c'],
    ['soft hyphens', '\u00ad'],
    ['spaces without a width', '\u200b'],
    ['isolates', '\u2068'],
    ['several', '\u200e\u2066\u200c'],
  ] as const)
    it(`is drawn in fonts for code as without ${what}`, async () => {
      const texts = (one: string) => [`${one}1999-12-31${one} a${one}b`, `${one}-->${one} 42${one} !=${one}`];
      const html = (one: string): string =>
        ['JetBrains Mono', 'Fira Code'].flatMap((family) => texts(one).map((text) => inFont(family, text))).join('');
      const drawn = async (one: string): Promise<Buffer> => pdfPixels(await printed({ html: html(one) }), 72).pixels;
      expect((await drawn(mark)).equals(await drawn(''))).to.equal(true);
    });

  it('has digits and letters in other forms: small capitals, fractions, figures of a table, alternates', async () => {
    const forms: [family: string, text: string, css: string][] = [
      ['Source Sans 3', 'Small Capitals 12', 'font-variant: small-caps'],
      ['Inter', '1/2 10/25', 'font-variant-numeric: diagonal-fractions'],
      ['Inter', '0123456789', 'font-variant-numeric: tabular-nums slashed-zero'],
      ['Liberation Serif', 'Made of Capitals', 'font-variant: small-caps'],
      ['Montserrat', 'Alternates', "font-feature-settings: 'ss01'"],
      ['EB Garamond', 'Th st 0123', 'font-variant: oldstyle-nums discretionary-ligatures'],
      ['Inter', 'H2O x10', 'font-variant-position: sub'],
      ['Fira Sans', '2026', 'font-variant-numeric: oldstyle-nums'],
    ];
    const html = forms.map((form) => inFont(...form)).join('');
    await expectRead(await printed({ html }), ...forms.map(([, text]) => text));
  });

  it('has them in headers, footers and watermarks, and on all pages', async () => {
    const part = (text: string) => ({ default: inFont('Inter', text) });
    const pdf = await printed({
      html: `${inFont('Inter', 'A-1')}<div style="break-before: page">${inFont('Inter', 'A-2')}</div>`,
      headerHtml: part('H-3'),
      footerHtml: part('F-4'),
      watermarkHtml: { html: inFont('Inter', 'W-5'), layer: 'over' },
      margin: { top: 1, bottom: 1 },
    });
    await expectRead(pdf, 'A-1', 'A-2', 'H-3', 'F-4', 'W-5');
  });

  it('has every text of a glyph that represents several', async () => {
    const texts = ['a => b', '⇒', 'd -> e', '→', 'A-B', 'a-b', 'fi', 'ﬁ'];
    const pdf = await printed({ html: texts.map((text) => inFont('Inter', text)).join('') });
    await expectRead(pdf, ...texts.slice(0, -1));
  });

  it('has letters and signs of other scripts in the order in which they are read', async () => {
    const texts = ['कुल मूल्य किताब', 'மொத்த விலை', 'মোট মূল্য', 'ആകെ വില', 'ราคารวมทั้งสิ้น', 'ਕੁੱਲ ਕੀਮਤ', 'Ŀŀ'];
    const pdf = await printed({ html: texts.map((text) => `<p>${text}</p>`).join('') });
    // pdf.js adds blanks between letters that are far from each other.
    const comparable = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');
    const lines = comparable((await pdfJsLines(pdf)).join(''));
    for (const text of texts) expect(lines).to.include(comparable(text));
  });

  it('has them in PDFs that conform to standards', async () => {
    const html = `<title>t</title>${inFont('Inter', 'R-2026-0815')}${inFont('JetBrains Mono', 'a --> b => c')}`;
    const levels: RenderJob['conformance'][] = [['pdf/a-2b'], ['pdf/a-3a', 'pdf/ua-1']];
    for (const conformance of levels)
      await expectRead(
        await printed({ html: `<html lang="en">${html}`, ...(conformance && { conformance }) }),
        'R-2026-0815',
        'a --> b => c',
      );
  });
});

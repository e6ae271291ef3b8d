import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAMILIES, STAND_INS, stylesOf } from '@toolpress/document';
import { pdfFonts } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Browser, CDPSession, Page } from 'puppeteer';
import { chromiumPath, MAX_PDF_BYTES } from '../testing/chromium.js';
import { launch, runningBrowser, sharedLimits } from './launch.js';

/** Characters that each of the fonts has which have no letters. */
const SAMPLES: readonly (readonly [families: RegExp, sample: string])[] = [
  [/^Font ?Awesome.*Brands/, '\uf09b'],
  [/^Font ?Awesome/, '\uf007'],
  [/^bootstrap-icons/, '\uf101'],
  [/^Glyphicons/, '\ue001'],
  [/^Material/, 'home'],
  [/^KaTeX_Size/, '()'],
  [/^Noto.*CJK/, '骨'],
  [/^Noto Color Emoji/, '😀'],
];
const sampleOf = (family: string): string => SAMPLES.find(([families]) => families.test(family))?.[1] ?? 'ABC';

const css = (family: string, style: string): string =>
  `font-family: '${family}'; font-weight: ${Number.parseInt(style, 10)}; font-style: ${style.endsWith('i') ? 'italic' : 'normal'}`;

describe('The built-in fonts', () => {
  let profile: string | undefined;
  let browser: Browser;
  let page: Page;
  let cdp: CDPSession;

  before(async function () {
    if (process.platform === 'darwin') this.skip(); // it has its own fonts only
    profile = mkdtempSync(join(tmpdir(), 'toolpress-fonts-'));
    browser = await launch(chromiumPath(), profile, false, sharedLimits(chromiumPath(), MAX_PDF_BYTES));
    page = await browser.newPage();
    cdp = await page.createCDPSession();
    await cdp.send('DOM.enable');
    await cdp.send('CSS.enable');
  });
  after(async () => {
    const exit = browser && runningBrowser(browser).exit;
    await browser?.close();
    await exit;
    if (profile) rmSync(profile, { recursive: true });
  });

  /** The fonts that each of some texts is printed in: "family / PostScript name". */
  async function fontsOf(texts: readonly { style: string; text: string }[]): Promise<string[]> {
    await page.setContent(texts.map(({ style, text }) => `<p style="${style}">${text}</p>`).join(''));
    const { root } = await cdp.send('DOM.getDocument', { depth: -1 });
    const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
    const fonts = nodeIds.map((nodeId) => cdp.send('CSS.getPlatformFontsForNode', { nodeId }));
    return (await Promise.all(fonts)).map((one) =>
      one.fonts.map(({ familyName, postScriptName }) => `${familyName} / ${postScriptName}`).join(', '),
    );
  }

  for (const family of FAMILIES) {
    it(`print ${family.family} in every style, each from a separate embedded font`, async () => {
      const styles = stylesOf(family);
      const text = sampleOf(family.family);
      const found = await fontsOf(styles.map((style) => ({ style: css(family.family, style), text })));
      const names = found.map((font) => font.split(' / ')[1] ?? '');
      for (const font of found)
        expect(font.toLowerCase()).to.match(new RegExp(`^${family.family.toLowerCase()}\\b[^,]*$`));
      expect(new Set(found)).to.have.property('size', styles.length);
      // These come as drawings, which have no name in a PDF.
      if (!/CJK|Emoji|Outlined/.test(family.family)) expect(pdfFonts(await page.pdf())).to.include.members(names);
    });
  }

  it('are found by other names, and replace families that are not free', async () => {
    const same = [
      ...FAMILIES.flatMap(({ family, aliases = [] }) => aliases.map((name) => [name, family] as const)),
      ...STAND_INS.flatMap((one) => one.for.map((name) => [name, one.family] as const)),
    ];
    const styleOf = (family: string): string =>
      stylesOf(FAMILIES.find((one) => one.family === family) ?? { family })[0] ?? '';
    const texts = same.map((names) =>
      names.map((name) => ({ style: css(name, styleOf(names[1])), text: sampleOf(names[1]) })),
    );
    const named = await fontsOf(texts.map(([text = { style: '', text: '' }]) => text));
    expect(named).to.deep.equal(await fontsOf(texts.map(([, text = { style: '', text: '' }]) => text)));
    for (const font of named) expect(font).not.to.equal('');
  });

  it('have the widths of the families that they replace', async () => {
    await page.setContent('<p style="position: absolute; font: 1000px serif; font-kerning: none">Hamburgefonstiv</p>');
    const widthIn = (family: string): Promise<number> =>
      page.$eval(
        'p',
        (element, name) => {
          element.setAttribute('style', `${element.getAttribute('style')}; font-family: ${name}`);
          return element.getBoundingClientRect().width;
        },
        family,
      );
    const widths = [await widthIn('Helvetica'), await widthIn('Times'), await widthIn('Courier')];
    // By the tables that Adobe published for these three.
    expect(widths.map((width) => Math.round(width / 10))).to.deep.equal([756, 700, 900]);
  });

  it('print MathML in one whose brackets, sums, roots and fractions are as high as what they hold', async () => {
    const rows = '<mtr><mtd><mn>1</mn></mtd></mtr>'.repeat(4);
    await page.setContent(
      `<style>math { font-size: 100px }</style><math display="block"><mo>(</mo><mtable>${rows}</mtable><mo>)</mo><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><msqrt><mtable>${rows}</mtable></msqrt><mi>x</mi></math>`,
    );
    const heightOf = (selector: string): Promise<number> =>
      page.$eval(selector, (element) => element.getBoundingClientRect().height);
    const [bracket, matrix, sum] = [await heightOf('mo'), await heightOf('mtable'), await heightOf('munderover > mo')];
    expect(bracket).to.be.within(0.9 * matrix, 1.2 * matrix);
    expect(sum, 'a sum of the larger size').to.be.within(130, 300);
    expect(new Set(pdfFonts(await page.pdf()))).to.deep.equal(new Set(['STIXTwoMath-Regular']));
  });

  it('print words of Tamil in a font that has all of their letters and signs', async () => {
    const words = ['விலை', 'பெயர்', 'பொருள்', 'வாங்க'];
    const found = await fontsOf(words.map((text) => ({ style: 'font-family: serif', text })));
    for (const fonts of found) expect(fonts).to.match(/^Noto Sans Tamil \/ [^,]*$/);
  });

  it('print Nastaliq in its regular style, although its bold file says that it is regular', async () => {
    const styles = ['400', '700'].map((weight) => `font-family: 'Noto Nastaliq Urdu'; font-weight: ${weight}`);
    const found = await fontsOf(styles.map((style) => ({ style, text: 'اردو' })));
    expect(found).to.deep.equal(Array(2).fill('Noto Nastaliq Urdu / NotoNastaliqUrdu-Regular'));
  });

  it('leave characters that are in no font of a text to the machine’s other fonts', async () => {
    const text = '✓☎→★';
    const [plain, icons] = await fontsOf([
      { style: 'font-family: serif', text },
      { style: 'font-family: KaTeX_Size1, serif', text },
    ]);
    for (const fonts of [plain, icons]) expect(fonts).not.to.match(/Awesome|icons|Glyphicons/i);
  });
});

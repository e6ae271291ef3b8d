import { pdfFonts, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { rendered } from '../testing/rendered.js';

const BOX = '@page { margin: 25mm; @bottom-center { content: counter(page); font-family: Corp, "Liberation Sans" } }';
const FACE = 'font-family: Corp; src: url(c.ttf)';
const BODY = '<!DOCTYPE html><p style="font-family: Liberation Serif">Body';

describe('A page number in a font that the document may not load', () => {
  const { pdfOf } = rendered();

  async function printed(css: string, html = BODY): Promise<{ words: string[]; fonts: string[] }> {
    const pdf = await pdfOf({ html, css });
    return { words: pdfText(pdf).trim().split(/\s+/), fonts: pdfFonts(pdf) };
  }

  for (const [what, face] of [
    ['has no display', FACE],
    ['hides its text until it has come', `${FACE}; font-display: block`],
    ['hides its text for a moment', `${FACE}; FONT-DISPLAY: fallback`],
    ['is first looked for on the machine', 'src: local("No Such Font"), url(c.ttf); font-family: Corp'],
    ['has only some characters', `${FACE}; unicode-range: U+20-7E`],
  ] as const)
    it(`is printed in a margin box in the next font where the face ${what}`, async () => {
      expect(await printed(`@font-face { ${face} } ${BOX}`)).to.deep.equal({
        words: ['Body', '1'],
        fonts: ['LiberationSans', 'LiberationSerif'],
      });
    });

  it('is printed in the next font also where a face of a linked sheet is missing', async () => {
    const pdf = await pdfOf({
      html: `<!DOCTYPE html><link rel="stylesheet" href="a.css">${BODY.slice(15)}`,
      files: { 'a.css': `@font-face { ${FACE} } ${BOX}` },
    });
    expect(pdfText(pdf).trim().split(/\s+/)).to.deep.equal(['Body', '1']);
  });

  it('is printed like text of the body in that font', async () => {
    const html = '<!DOCTYPE html><p style="font-family: Corp, Liberation Sans">Body';
    expect(await printed(`@font-face { ${FACE} } ${BOX}`, html)).to.deep.equal({
      words: ['Body', '1'],
      fonts: ['LiberationSans'],
    });
  });

  it('is printed in a font of the machine that the face names before its address', async () => {
    const face = 'font-family: Corp; src: local("Liberation Mono"), url(c.ttf)';
    expect(await printed(`@font-face { ${face} } ${BOX}`)).to.deep.equal({
      words: ['Body', '1'],
      fonts: ['LiberationMono', 'LiberationSerif'],
    });
  });
});

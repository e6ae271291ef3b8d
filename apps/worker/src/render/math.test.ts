/** The attributes of MathML 3 in the browser: they have an effect, or a warning says that they have none. */
import { checkDocument } from '@toolpress/document';
import { asDictionary, PdfFile } from '@toolpress/pdf';
import { decoded, isReference, listOf, PdfEdit } from '@toolpress/pdf/testing';
import { pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { sheet } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';

const [A, B, C] = ['<mi>a</mi>', '<mi>wwww</mi>', '<mfrac><mi>long</mi><mi>c</mi></mfrac>'];
const FORMULAS: Readonly<Record<string, (attributes: string) => string>> = {
  mtable: (attributes) =>
    `<mtable ${attributes}><mtr><mtd>${A}</mtd><mtd>${C}</mtd></mtr><mtr><mtd>${B}</mtd><mtd>${A}</mtd></mtr></mtable>`,
  mtr: (attributes) =>
    `<mtable><mtr ${attributes}><mtd>${A}</mtd><mtd>${C}</mtd></mtr><mtr><mtd>${B}</mtd><mtd>${A}</mtd></mtr></mtable>`,
  mtd: (attributes) =>
    `<mtable><mtr><mtd ${attributes}>${A}</mtd><mtd>${C}</mtd></mtr><mtr><mtd>${B}</mtd></mtr></mtable>`,
  mfrac: (attributes) => `<mfrac ${attributes}>${A}${B}</mfrac>`,
  mspace: (attributes) => `${A}<mspace ${attributes}/>${B}`,
  mpadded: (attributes) => `${A}<msqrt><mpadded ${attributes}>${B}</mpadded></msqrt>${A}`,
  mo: (attributes) => `${A}<mo ${attributes}>(</mo>${C}`,
  mi: (attributes) => `<mi ${attributes}>x</mi>${A}`,
  mover: (attributes) => `<mover ${attributes}>${B}${A}</mover>`,
  msub: (attributes) => `<msub ${attributes}>${B}${A}</msub>`,
  ms: (attributes) => `<ms ${attributes}>x</ms>`,
  maction: (attributes) => `<maction actiontype="toggle" ${attributes}>${A}${B}</maction>`,
  mstyle: (attributes) => `<mstyle ${attributes}><mfrac>${A}${B}</mfrac></mstyle>`,
  math: () => C,
};

/** Attributes that have an effect, by their elements. */
const PRINTED: Readonly<Record<string, string>> = {
  mtable:
    'columnalign="left" columnalign="right" rowalign="top" rowalign="bottom" columnlines="solid" rowlines="dashed" frame="solid" rowspacing="3ex" rowspacing="3" columnspacing="3em" columnspacing="0" columnwidth="5em" width="20em"',
  mtr: 'columnalign="right" rowalign="bottom"',
  mtd: 'columnalign="right" rowalign="bottom"',
  mfrac: 'linethickness="thick" linethickness="3"',
  mspace: 'width="thickmathspace" width="-0.5em" width="negativethinmathspace"',
  mpadded: 'width="+2em" width="-1em" height="+1em" width="2em"',
  mo: 'lspace="verythickmathspace" rspace="thickmathspace" minsize="6"',
  mi: 'mathsize="big" mathsize="small" mathsize="2" color="red" background="red" fontsize="3em" fontweight="bold" fontfamily="monospace"',
  ms: 'lquote="«"',
  maction: 'selection="2"',
  math: 'mode="display"',
};

/** Attributes without an effect, of which a warning is given. */
const IGNORED: Readonly<Record<string, string>> = {
  mtable:
    'align="top" equalrows="true" equalcolumns="true" columnalign="decimal" frame="double" rowspacing="wide" columnwidth="fit"',
  mfrac: 'bevelled="true" numalign="left" denomalign="right" linethickness="fat"',
  mspace: 'linebreak="newline" width="wide"',
  mpadded: 'width="2width" height="50%" lspace="-1width" voffset="1height"',
  mo: 'linebreak="newline" lspace="wide" maxsize="tall"',
  mi: 'mathsize="huge" href="https://example.com"',
  mover: 'align="left"',
  msub: 'subscriptshift="2em"',
  mstyle: 'linethickness="5px" columnalign="left" bevelled="true" scriptminsize="20pt"',
};

/** Attributes that print as a formula without them does. */
const SAME: Readonly<Record<string, string>> = {
  mtable:
    'align="axis" equalrows="false" frame="none" columnalign="center" rowalign="baseline" columnlines="none" columnspacing="0.8em"',
  mfrac: 'bevelled="false" numalign="center" linethickness="medium" linethickness="1"',
  mspace: 'linebreak="auto" width="0"',
  mpadded: 'width="100%"',
  mo: 'maxsize="infinity"',
  mi: 'mathsize="normal" xref="a"',
  mover: 'align="center"',
  math: 'mode="inline"',
};

interface Case {
  readonly name: string;
  readonly plain: string;
  readonly formula: string;
}

const casesOf = (attributes: Readonly<Record<string, string>>): Case[] =>
  Object.entries(attributes).flatMap(([element, all]) =>
    (all.match(/\w+="[^"]*"/g) ?? []).map((one) => {
      const formulaOf = (written: string): string =>
        `<math ${element === 'math' ? written : ''}>${FORMULAS[element]?.(written)}</math>`;
      return { name: `${element} ${one}`, plain: formulaOf(''), formula: formulaOf(one) };
    }),
  );

const warned = (html: string): string[] =>
  checkDocument({ html })
    .reports.read(new Set())
    .map(({ message }) => message.replace(/ at html .*/s, ''));

describe('Attributes of MathML in the browser', () => {
  const page = testPage();

  /** Returns what is drawn on each page, without the names of fonts. */
  async function drawn(formulas: readonly string[]): Promise<string[]> {
    const html = `<!DOCTYPE html>${formulas.map((formula) => `<p style="break-after: page">${formula}</p>`).join('')}`;
    const { result } = await page.work(sheet(checkDocument({ html }).html));
    const edit = new PdfEdit(new PdfFile(result));
    return edit.file.pages().map((reference) => {
      const contents = asDictionary(edit.follow(reference)).get('Contents');
      const streams = isReference(contents) ? [contents] : listOf(contents).filter(isReference);
      const bytes = streams.map((stream) => decoded(edit.object(stream))?.toString('latin1') ?? '');
      return bytes.join('').replace(/\/F\d+ /g, '/F ');
    });
  }

  async function compared(cases: readonly Case[]): Promise<{ name: string; isSame: boolean }[]> {
    const plain = await drawn(cases.map((one) => one.plain));
    const pages = await drawn(cases.map(({ formula }) => formula));
    expect(pages.length).to.be.at.least(cases.length);
    return cases.map(({ name }, index) => ({ name, isSame: pages[index] === plain[index] }));
  }

  it('have an effect without a warning', async () => {
    const cases = casesOf(PRINTED);
    const same = (await compared(cases)).filter(({ isSame }) => isSame);
    expect(same.map(({ name }) => name)).to.deep.equal([]);
    for (const { name, formula } of cases) expect(warned(formula), name).to.deep.equal([]);
  });

  it('are warned of where they have none', async () => {
    const cases = casesOf(IGNORED);
    const other = (await compared(cases)).filter(({ isSame }) => !isSame);
    expect(other.map(({ name }) => name)).to.deep.equal([]);
    for (const { name, formula } of cases)
      expect(warned(formula)).to.deep.equal([name.replace(/(\w+) (\w+)=.*/, '`$1` `$2`')]);
  });

  it('are not warned of where the same prints anyway', async () => {
    const cases = casesOf(SAME);
    const other = (await compared(cases)).filter(({ isSame }) => !isSame);
    expect(other.map(({ name }) => name)).to.deep.equal([]);
    for (const { name, formula } of cases) expect(warned(formula), name).to.deep.equal([]);
  });

  it('align the columns of a table, and put labels beside rows', async () => {
    const cell = (text: string): string => `<mtd><mtext>${text}</mtext></mtd>`;
    const rows = `<mlabeledtr>${cell('(1)')}${cell('one')}${cell('i')}</mlabeledtr><mtr>${cell('longer')}${cell('wider')}</mtr>`;
    const html = `<!DOCTYPE html><math><mtable columnalign="right left">${rows}</mtable></math>`;
    const { result } = await page.work(sheet(checkDocument({ html }).html));
    const words = new Map(pdfWords(result).map((word) => [word.text, word]));
    const at = (text: string, side: 'xMin' | 'xMax'): number => Math.round(words.get(text)?.[side] ?? Number.NaN);
    expect(at('one', 'xMax')).to.equal(at('longer', 'xMax'));
    expect(at('i', 'xMin')).to.equal(at('wider', 'xMin'));
    expect(at('(1)', 'xMin')).to.be.above(at('wider', 'xMax'));
  });
});

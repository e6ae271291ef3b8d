import { ServiceError } from '@toolpress/contract';
import { caseCount, itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { warningsByKind } from './by-kind.js';

const NONE: ReadonlySet<string> = new Set();
const printed = (math: string): string =>
  /<math>(.*)<\/math>/s.exec(checkDocument({ html: `<math>${math}</math>` }).html)?.[1] ?? '';
const warned = (html: string): string[] =>
  checkDocument({ html })
    .reports.read(NONE)
    .map(({ code, message }) => `${code} ${message.replace(/: .*/s, '')}`);

const open = (text: string): string => `<mo fence="true" form="prefix">${text}</mo>`;
const close = (text: string): string => `<mo fence="true" form="postfix">${text}</mo>`;
const separator = (text: string): string => `<mo separator="true">${text}</mo>`;
const [A, B, C] = ['<mi>a</mi>', '<mi>b</mi>', '<mi>c</mi>'];

const VARIANTS =
  'bold italic bold-italic script bold-script fraktur bold-fraktur double-struck sans-serif bold-sans-serif sans-serif-italic sans-serif-bold-italic monospace'.split(
    ' ',
  );
const GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψω';

describe('MathML', () => {
  it('prints the brackets and separators of mfenced', () => {
    expect(printed(`<mfenced>${A}</mfenced>`)).to.equal(`<mrow>${open('(')}${A}${close(')')}</mrow>`);
    expect(printed(`<mfenced id="x">${A} ${B}</mfenced>`)).to.equal(
      `<mrow id="x">${open('(')}${A}${separator(',')}${B}${close(')')}</mrow>`,
    );
    expect(printed(`<mfenced open="[" close="" separators="; |">${A}${B}${C}${A}</mfenced>`)).to.equal(
      `<mrow>${open('[')}${A}${separator(';')}${B}${separator('|')}${C}${separator('|')}${A}</mrow>`,
    );
    expect(
      printed(`<mfenced open="{" separators=""><mfenced open="|" close="|">${A}</mfenced>${B}</mfenced>`),
    ).to.equal(`<mrow>${open('{')}<mrow>${open('|')}${A}${close('|')}</mrow>${B}${close(')')}</mrow>`);
    expect(printed('<mfenced></mfenced>')).to.equal(`<mrow>${open('(')}${close(')')}</mrow>`);
  });

  it('prints the letters of mathvariant', () => {
    expect(printed('<mi mathvariant="double-struck">R</mi>')).to.equal('<mi mathvariant="normal">ℝ</mi>');
    expect(printed('<mi mathvariant="Bold">v</mi><mi mathvariant="script">L</mi>')).to.equal(
      '<mi mathvariant="normal">𝐯</mi><mi mathvariant="normal">ℒ</mi>',
    );
    expect(printed('<mi mathvariant="italic">sin</mi>')).to.equal('<mi mathvariant="normal">𝑠𝑖𝑛</mi>');
    expect(printed('<mi mathvariant="bold">∇</mi><mo mathvariant="bold">+</mo>')).to.equal(
      '<mi mathvariant="normal">𝛁</mi><mo mathvariant="normal">+</mo>',
    );
    for (const kept of [
      '<mi mathvariant="normal">d</mi>',
      '<mi mathvariant="tailed">x</mi>',
      '<mi mathvariant="">x</mi>',
    ])
      expect(printed(kept)).to.equal(kept);
  });

  it('prints the variant of mstyle in its content', () => {
    expect(
      printed('<mstyle mathvariant="bold"><mrow><mi>x</mi><mi mathvariant="normal">y</mi></mrow><mn>1</mn></mstyle>'),
    ).to.equal(
      '<mstyle><mrow><mi mathvariant="normal">𝐱</mi><mi mathvariant="normal">y</mi></mrow><mn mathvariant="normal">𝟏</mn></mstyle>',
    );
    expect(printed('<mstyle mathvariant="normal"><mi>d</mi></mstyle>')).to.equal(
      '<mstyle><mi mathvariant="normal">d</mi></mstyle>',
    );
  });

  it('sets words with letters that have no such form in a style of the font', () => {
    expect(printed('<mtext mathvariant="bold" style="color: red">für 1</mtext>')).to.equal(
      '<mtext mathvariant="normal" style="font-weight: bold; color: red">für 1</mtext>',
    );
  });

  it('has letters of every variant that Unicode calls forms of the given ones', () => {
    for (const variant of VARIANTS)
      for (const letters of ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', '0123456789', GREEK]) {
        const [, text = ''] = /<mn[^>]*>(.*)<\/mn>/.exec(printed(`<mn mathvariant="${variant}">${letters}</mn>`)) ?? [];
        expect(text.normalize('NFKC'), variant).to.equal(letters);
        if (letters.length > 50)
          expect([...text].filter((letter) => letter.length === 1 && letter < 'ÿ')).to.deep.equal([]);
      }
  });

  it('prints the alignments, lines and spaces of tables as styles', () => {
    const cell = (style: string, more = ''): string => `<mtd${style && ` style="${style}"`}${more}>${A}</mtd>`;
    const row = (...styles: string[]): string => `<mtr>${styles.map((style) => cell(style)).join('')}</mtr>`;
    const table = (attributes: string, ...rows: string[]): string =>
      `<mtable${attributes && ` ${attributes}`}>${rows.join('')}</mtable>`;
    const two = [row('', '', ''), row('', '', '')];
    const [left, right] = ['text-align: -webkit-left', 'text-align: -webkit-right'];
    expect(printed(table('columnalign="right center left"', ...two))).to.equal(
      table('', row(right, '', left), row(right, '', left)),
    );
    expect(printed(table('columnalign="right left" rowalign="top bottom"', row('', '', '')))).to.equal(
      table('', row(...[right, left, left].map((one) => `${one}; vertical-align: top`))),
    );
    expect(printed(table('rowlines="solid" columnlines="none dashed"', ...two))).to.equal(
      table(
        '',
        row('', '', 'border-inline-start: 0.06em dashed'),
        row(
          'border-top: 0.06em solid',
          'border-top: 0.06em solid',
          'border-inline-start: 0.06em dashed; border-top: 0.06em solid',
        ),
      ),
    );
    expect(printed(table('frame="solid" framespacing="1em"', row('')))).to.equal(
      table('style="border: 0.06em solid; padding-inline: calc(1em - 0.4em)"', row('')),
    );
    expect(printed(table('columnspacing="0em" rowspacing="2"', row('', ''), row('')))).to.equal(
      table(
        '',
        row(
          'padding-inline-end: calc(0px / 2); padding-bottom: calc(2ex / 2)',
          'padding-inline-start: calc(0px / 2); padding-bottom: calc(2ex / 2)',
        ),
        row('padding-inline-end: calc(0px / 2); padding-top: calc(2ex / 2)'),
      ),
    );
    const own = `<mtr columnalign="right">${cell('')}<mtd columnalign="left" style="color: red">${A}</mtd></mtr>`;
    expect(printed(table('columnalign="left"', own))).to.equal(table('', row(right, `${left}; color: red`)));
  });

  it('warns of a list of millions of lengths', () => {
    expect(warned(`<math><mtable rowspacing="${'0 '.repeat(4_000_000)}"></mtable></math>`)).to.have.lengthOf(1);
    expect(warned(`<math><mtable rowspacing="${'0 '.repeat(4_000)}"></mtable></math>`)).to.deep.equal([]);
  });

  it('counts columns that cells of other rows and wide cells take', () => {
    const [left, right] = [' style="text-align: -webkit-left"', ' style="text-align: -webkit-right"'];
    const rows = (first: string, second: string, third: string): string =>
      `<mtr><mtd rowspan="2"${first}></mtd><mtd columnspan="2"></mtd><mtd${second}></mtd></mtr><mtr><mtd></mtd><mtd${third}></mtd></mtr>`;
    expect(printed(`<mtable columnalign="left center center right">${rows('', '', '')}</mtable>`)).to.equal(
      `<mtable>${rows(left, right, '')}</mtable>`,
    );
    const labelled = (tag: string, ...texts: string[]): string => `<${tag}>${texts.join('')}</${tag}>`;
    const [label, one] = ['<mtd><mtext>(1)</mtext></mtd>', '<mtd></mtd>'];
    expect(printed(`<mtable columnalign="right">${labelled('mlabeledtr', label, one)}</mtable>`)).to.equal(
      `<mtable>${labelled('mtr', `<mtd${right}></mtd>`, label.replace('<mtd', `<mtd${right}`))}</mtable>`,
    );
  });

  it('reads tables with wide cells in linear time', () => {
    const cells = '<mtd columnspan="1000" rowspan="60000"></mtd>'.repeat(300);
    const began = process.cpuUsage().user;
    printed(`<mtable columnalign="left">${`<mtr>${cells}</mtr>`.repeat(100)}</mtable>`);
    expect(process.cpuUsage().user - began).to.be.below(10_000_000);
  });

  it('prints sizes, spaces, colors and parts that browsers do not know as what they know', () => {
    for (const [written, known] of [
      ['<mfrac linethickness="thick"><mi>a</mi></mfrac>', '<mfrac linethickness="200%"><mi>a</mi></mfrac>'],
      ['<mspace width="thickmathspace"></mspace>', '<mspace width="0.2778em"></mspace>'],
      ['<mspace width="-.5em"></mspace>', '<mspace style="margin-inline-start: -0.5em"></mspace>'],
      [
        '<mpadded width="+2em" depth="-1px">x</mpadded>',
        '<mpadded style="margin-bottom: -1px; padding-inline-end: 2em">x</mpadded>',
      ],
      ['<mo minsize="3" lspace="thinmathspace">(</mo>', '<mo minsize="300%" lspace="0.1667em">(</mo>'],
      ['<mi mathsize="big" color="red">x</mi>', '<mi mathsize="120%" mathcolor="red">x</mi>'],
      [
        '<mi color="red" mathcolor="blue" fontweight="bold">x</mi>',
        '<mi mathcolor="blue" style="font-weight: bold">x</mi>',
      ],
      ['<ms lquote="«">x</ms>', '<mtext>«x"</mtext>'],
      ['<maction selection="2"><mi>a</mi><mi>b</mi></maction>', '<maction><mi>b</mi><mi>a</mi></maction>'],
    ] as const)
      expect(printed(written)).to.equal(known);
    for (const kept of [
      '<mspace width="2em"></mspace>',
      '<mi fontfamily="a;b">x</mi>',
      '<mpadded width="2width">x</mpadded>',
    ])
      expect(printed(kept)).to.equal(kept);
    expect(checkDocument({ html: '<math mode="display"></math>' }).html).to.include('<math display="block">');
  });

  it('has one warning of each kind, and none for parts that are only read aloud', () => {
    const html = '<math><mfrac bevelled="true"><mi>a</mi><mi>b</mi></mfrac></math>';
    const messages = warningsByKind(checkDocument({ html: `${html}\n${html}` }).reports.read(NONE));
    expect(messages.map(({ message }) => message)).to.deep.equal([
      '`mfrac` `bevelled` (2 times, first at html 1:14, 2:14) is ignored: browsers print a horizontal line; write an `mrow` with `<mo>/</mo>`.',
    ]);
    expect(warned(`<span class="katex"><span class="katex-mathml">${html}</span></span>`)).to.deep.equal([]);
    expect(warned('<mfrac bevelled="true">x</mfrac>')).to.deep.equal([]);
  });

  itWithinCpuMs(
    5_000,
    'looks for parts that are only read aloud once, however many attributes are around and in them',
    () => {
      const around = Array.from({ length: 500 }, (_, index) => `a${index}`).join(' ');
      const math = '<mo linebreak="newline">=</mo>'.repeat(caseCount(4_000, 20_000));
      const nested = `${`<div ${around}>`.repeat(400)}<math>${math}</math>`;
      expect(warned(nested)).to.have.lengthOf(1_000);
    },
  );

  it('counts the styles that it adds as those of the document', () => {
    const table = (cells: number, attributes = ''): string =>
      `<math><mtable columnlines="solid">${`<mtr>${`<mtd${attributes}></mtd>`.repeat(10)}</mtr>`.repeat(cells / 10)}</mtable></math>`;
    const tooMany = (html: string) => () => checkDocument({ html });
    // The first cell of each row has no line.
    expect(tooMany(table(55_000))).not.to.throw();
    expect(tooMany(table(60_000))).to.throw(
      ServiceError,
      'The document has 54,000 `style` attributes, more than 50,000',
    );
    expect(tooMany(table(50_000, ' style="color: red"'))).not.to.throw();
  });

  it('is reported if browsers do not print it', () => {
    expect(warned('<math><apply><plus/><ci>x</ci><cn>1</cn></apply></math>')).to.deep.equal([
      'markup_ignored `apply` at html 1:7 means nothing',
    ]);
    expect(
      warned(
        '<math><semantics><mi>x</mi><annotation-xml encoding="MathML-Content"><apply><ci>x</ci></apply></annotation-xml></semantics></math>',
      ),
    ).to.deep.equal([]);
    expect(warned('<math><menclose notation="box"><mi>a</mi></menclose></math>')).to.deep.equal([
      'markup_ignored `menclose` at html 1:7 means nothing',
    ]);
    expect(warned('<m:math><m:mi>x</m:mi></m:math>')).to.deep.equal([
      'markup_ignored `m:math` at html 1:1 means nothing',
    ]);
  });
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';

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

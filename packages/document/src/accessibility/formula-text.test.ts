import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type Element, isElement, type ParentNode, parseHtml } from '../html.js';
import { formulaText } from './formula-text.js';

const textOf = (math: string): string => {
  const [element] = (parseHtml(math, 'part') as ParentNode).childNodes.filter(isElement) as Element[];
  return element ? formulaText(element) : 'no formula';
};

const FORMULAS: readonly (readonly [text: string, math: string])[] = [
  ['a/b', '<mfrac><mi>a</mi><mi>b</mi></mfrac>'],
  ['(a + b)/(2c)', '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>c</mi></mrow></mfrac>'],
  [
    'x = (-b ± √(b^2 - 4ac))/(2a)',
    '<mi>x</mi><mo>=</mo><mfrac><mrow><mo>-</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>-</mo><mn>4</mn><mo>&InvisibleTimes;</mo><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>',
  ],
  ['∛(x + 1)', '<mroot><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow><mn>3</mn></mroot>'],
  ['√[n]x', '<mroot><mi>x</mi><mi>n</mi></mroot>'],
  [
    'E = mc^2',
    '<semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E = mc^2!</annotation></semantics>',
  ],
  [
    'a_(i, j)^(n + 1)',
    '<msubsup><mi>a</mi><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msubsup>',
  ],
  [
    '∑_(i = 1)^n i = (n(n + 1))/2',
    '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi><mo>=</mo><mfrac><mrow><mi>n</mi><mrow><mo>(</mo><mi>n</mi><mo>+</mo><mn>1</mn><mo>)</mo></mrow></mrow><mn>2</mn></mfrac>',
  ],
  [
    '∫_0^∞ e^(-x^2) dx',
    '<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup><msup><mi>e</mi><mrow><mo>-</mo><msup><mi>x</mi><mn>2</mn></msup></mrow></msup><mspace/><mi>d</mi><mi>x</mi>',
  ],
  [
    'lim_(x → 0) sin x',
    '<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>sin</mi><mo>&ApplyFunction;</mo><mi>x</mi>',
  ],
  ['f(x)', '<mi>f</mi><mo>&ApplyFunction;</mo><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>'],
  [
    '(a, b; c, d)',
    '<mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>)</mo>',
  ],
  [
    'A = [1, 0; 0, 1]',
    '<mi>A</mi><mo>=</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>',
  ],
  ['x\u0304', '<mover><mi>x</mi><mo>¯</mo></mover>'],
  ['f′(x)', '<msup><mi>f</mi><mo>′</mo></msup><mo>(</mo><mi>x</mi><mo>)</mo>'],
  ['20 °C', '<mn>20</mn><mtext> </mtext><mspace width="1em"/><mi>°C</mi>'],
  ['_6^12C', '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>12</mn></mmultiscripts>'],
  ['n ¦ k', '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>'],
  ['(a; b]', '<mfenced open="(" close="]" separators=";"><mi>a</mi><mi>b</mi></mfenced>'],
  [
    'x ∈ A if x > 0',
    '<mi>x</mi><mo>∈</mo><mi>A</mi><mspace/><mtext>if</mtext><mspace/><mi>x</mi><mo>&gt;</mo><mn>0</mn>',
  ],
  ['2πr', '<mn>2</mn><mi>π</mi><mi>r</mi><mphantom><mi>x</mi></mphantom>'],
];

describe('A formula as text', () => {
  for (const [text, math] of FORMULAS)
    it(`is read: ${text}`, () => expect(textOf(`<math>${math}</math>`)).to.equal(text));

  it('is what its author calls it', () => {
    expect(textOf('<math alttext=" a  over b "><mi>x</mi></math>')).to.equal('a over b');
    expect(textOf('<math aria-label="one half"><mi>x</mi></math>')).to.equal('one half');
    expect(textOf('<math alttext=" "><mi>x</mi></math>')).to.equal('x');
  });

  it('is the TeX that is left beside it where it says nothing itself, and empty without', () => {
    const tex = '<annotation encoding="application/x-tex">\\int x</annotation>';
    expect(textOf(`<math><semantics><mrow></mrow>${tex}</semantics></math>`)).to.equal('\\int x');
    for (const math of ['', '<mspace/>', '<mphantom><mi>x</mi></mphantom>', '<mo>&InvisibleTimes;</mo>'])
      expect(textOf(`<math>${math}</math>`), math).to.equal('');
  });

  it('means nothing by the names of things that objects have', () => {
    expect(
      textOf(
        '<math><constructor><mi>x</mi></constructor><__proto__/><mroot><mi>x</mi><mi>constructor</mi></mroot></math>',
      ),
    ).to.equal('x√[constructor]x');
  });

  itWithinCpuMs(1_000, 'is made quickly, however it is nested', () => {
    const nested = (open: string, close: string): string => `${open.repeat(400)}<mi>x</mi>${close.repeat(400)}`;
    for (const math of [
      nested('<mfrac><mrow>', '</mrow><mi>y</mi></mfrac>'),
      nested('<mi>f</mi><mo>&ApplyFunction;</mo><mrow>', '</mrow>'),
      nested('<msqrt>', '</msqrt>'),
      '<mi>x</mi><mo>+</mo>'.repeat(20_000),
    ])
      expect(textOf(`<math>${math}</math>`).length).to.be.within(1, 2_000);
  });
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';

const checked = (css: string): string => checkDocument({ html: `<style>${css}</style><h1>a</h1>` }).html;
const BODY = 'body { counter-reset: a b }';

describe('counters that headings restart', () => {
  for (const [what, css, becomes] of [
    ['body begins them, too', `${BODY} h2 { counter-reset: b }`, 'h2 { counter-set: b }'],
    ['with a value and others', `${BODY} h2 { color: red; counter-reset: b 4 c }`, 'color: red; counter-set: b 4 c }'],
    ['before body', `h1 { counter-reset: b } ${BODY}`, 'h1 { counter-set: b }'],
    [
      'a container begins them',
      '.doc { counter-reset: b } .doc > h3.x { counter-reset: b }',
      'h3.x { counter-set: b }',
    ],
    [
      'of several headings',
      `${BODY} h1, section h2:first-child { counter-reset: b; }`,
      ':first-child { counter-set: b; }',
    ],
    ['at the end of a sheet', `${BODY} h2 { COUNTER-RESET:b`, 'h2 { counter-set:b'],
    [
      'in a media rule',
      `${BODY} @media print { h2 { counter-reset: b !important } }`,
      'h2 { counter-set: b !important }',
    ],
    ['in nested rules', '.doc { counter-reset: b; & h2 { counter-reset: b } }', '& h2 { counter-set: b }'],
    [
      'with a rule against it',
      `${BODY} h2 { counter-reset: b } h2.x { counter-reset: none }`,
      'h2.x { counter-set: none }',
    ],
    ['after a comment', `${BODY} h2 { /* restart; */ counter-reset: b }`, '/* restart; */ counter-set: b }'],
  ] as const)
    it(`are set where ${what}`, () => {
      expect(checked(css)).to.include(becomes);
    });

  for (const [what, css] of [
    ['nothing else begins them', 'h1 { counter-reset: b } h2 { counter-reset: c }'],
    ['body begins others', 'body { counter-reset: a } h2 { counter-reset: b }'],
    ['the heading counts them', `${BODY} h2 { counter-reset: b; counter-increment: b }`],
    ['they are page numbers', `${BODY} h2 { counter-reset: page 1 b }`],
    ['the sheet sets counters', `${BODY} h2 { counter-reset: b } h3 { counter-set: a 1 }`],
    ['other elements reset them', `${BODY} ol, h2 + p { counter-reset: b } li { counter-increment: b }`],
    ['pseudo-elements do', `${BODY} h2::before { counter-reset: b } h2:after { counter-reset: b }`],
  ] as const)
    it(`stay as they are where ${what}`, () => {
      expect(checked(css)).to.include(css);
    });

  it('are read in linear time', () => {
    const rules = 'h2 { counter-reset: b } '.repeat(20_000);
    const started = process.cpuUsage();
    expect(
      checked(`${BODY} ${rules} ${'h2, '.repeat(100_000)} h3 { counter-reset: ${'c '.repeat(100_000)} }`),
    ).to.include('h2 { counter-set: b } ');
    expect(process.cpuUsage(started).user).to.be.below(5_000_000);
  });
});

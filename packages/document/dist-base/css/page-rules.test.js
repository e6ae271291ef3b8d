import { expect } from 'chai';
import { describe, it } from 'mocha';
import { withoutPageDeclarations } from './page-rules.js';
const BOTH = ['size', 'margin'];
const CASES = [
    ['a size', '@page { size: A4; color: red }', '@page {  color: red }'],
    ['a margin', '@page { margin: 1cm 2cm }', '@page { }'],
    ['a margin of one side', '@page { margin-left: 1cm; margin-block: 2cm }', '@page {  }'],
    ['only what the request decides', '@page { size: A4; margin: 1cm }', '@page {  margin: 1cm }', ['size']],
    ['nothing when the request decides nothing', '@page { size: A4 }', '@page { size: A4 }', []],
    ['an important one', '@page { size: A4 !important; margin: 0!important }', '@page {  }'],
    ['one of the first page', '@page :first { margin: 0 }', '@page :first { }'],
    ['one of named pages', '@page wide { size: landscape }', '@page wide { }'],
    ['all', '@page { all: initial }', '@page { }'],
    ['names in capitals', '@PAGE { SIZE: A4 }', '@PAGE { }'],
    ['names with escapes', '@\\70 age { s\\69ze: A4 }', '@\\70 age { }'],
    ['blanks and comments around the colon', '@page{size/**/ :/**/A4;}', '@page{}'],
    [
        'a value with brackets and semicolons',
        '@page { size: calc(1in + (2in)); margin: x{;}; color: red }',
        '@page {   color: red }',
    ],
    [
        'a rule within another',
        '@media print { @page { size: A4 } } @layer a { @page { margin: 0 } }',
        '@media print { @page { } } @layer a { @page { } }',
    ],
    ['one that never ends', '@page { size: A4', '@page { '],
    ['the last of several', '@page{size:A4} @page{size:A5}', '@page{} @page{}'],
    [
        'nothing of a margin box',
        '@page { @top-left { margin: 1cm; width: 1in } size: A4 }',
        '@page { @top-left { margin: 1cm; width: 1in } }',
    ],
    [
        'nothing of other rules',
        'p { margin: 0; size: A4 } @media print { p { margin: 0 } }',
        'p { margin: 0; size: A4 } @media print { p { margin: 0 } }',
    ],
    ['nothing behind an @page without a block', '@page; p { margin: 0 }', '@page; p { margin: 0 }'],
    [
        'nothing that begins alike',
        '@page { marginal: 1; page-orientation: upright }',
        '@page { marginal: 1; page-orientation: upright }',
    ],
    [
        'nothing of comments and strings',
        '/* @page { size: A4 } */ p::after { content: "@page { size: A4 }" }',
        '/* @page { size: A4 } */ p::after { content: "@page { size: A4 }" }',
    ],
];
describe('What the request decides about pages', () => {
    for (const [what, css, left, properties = BOTH] of CASES) {
        it(`takes out of @page rules ${what}`, () => {
            const blanks = /(?<=[{;}]) +(?=\}|$)/g;
            const stays = withoutPageDeclarations(css, properties);
            expect(stays.replace(blanks, ' ')).to.equal(left.replace(blanks, ' '));
            expect(withoutPageDeclarations(stays, properties), 'once more').to.equal(stays);
        });
    }
});
//# sourceMappingURL=page-rules.test.js.map
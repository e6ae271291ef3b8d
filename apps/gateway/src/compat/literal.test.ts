import { expect } from 'chai';
import { describe, it } from 'mocha';
import { literalHtml as literal } from './literal.js';

const literalHtml = (html: string): string | undefined => literal(html, Number.POSITIVE_INFINITY);

describe('The HTML of a form', () => {
  it('prints the tags of templates as they are written', () => {
    expect(literalHtml('<p title="[[a]]">[[[b]]]</p>')).to.equal('<p title="&#91;[a]]">&#91;&#91;[b]]]</p>');
    expect(literalHtml('<style>a::before { content: "[[a]]" }</style>')).to.include('"\\5b [a]]"');
    expect(literalHtml('<script>[[1]]</script>')).to.equal('<script>[ [1]]</script>');
  });

  it('is read once, also with tags that never end', function () {
    this.timeout(5_000);
    const begun = '<style'.repeat(1_000_000);
    expect(literalHtml(`${begun}[[`)).to.equal(`${begun}&#91;[`);
  });

  it('returns undefined if its brackets make it too long', () => {
    expect(literal('<p>[[</p>', 13)).to.equal('<p>&#91;[</p>');
    expect(literal('<p>[[</p>', 12)).to.equal(undefined);
    expect(literal('['.repeat(1_000_000), 1_000_000)).to.equal(undefined);
  });
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../../index.js';

const fill = (text: unknown, template = '[[text | markdown]]'): string =>
  fillTemplate(compileTemplate(template, 'html'), { text } as never);

describe('Markdown', () => {
  it('keeps line breaks, lists and tables', () => {
    expect(fill('a\nb\n\n- c\n\n|d|\n|-|\n|e|'))
      .to.contain('<p>a<br>\nb</p>')
      .and.contain('<li>c</li>')
      .and.contain('<td>e</td>');
  });

  it('has no tags of its own', () => {
    expect(fill('<b>a</b> <img src=x onerror=y>\n\n<script>z</script>'))
      .to.match(/^<p>&lt;b&gt;a/)
      .and.not.match(/<(?!\/?p>)/);
  });

  for (const text of [
    '[a](javascript:b)',
    '[a](vbscript:b)',
    '[a](data:text/html,b)',
    '[a](file:///b)',
    '<javascript:b>',
  ])
    it(`makes no link of ${text}`, () => expect(fill(text)).to.not.contain('href'));

  it('loads no images', () => expect(fill('![a](https://b.example/c.png)')).to.not.contain('<img'));

  it('can’t leave an attribute', () => {
    expect(fill('[a](https://b.example/"onclick="c "d\\"e")')).to.match(
      /^<p>(?:<a href="[^"<]*"(?: title="[^"<]*")?>a<\/a>|\[a\][^<]*)<\/p>/,
    );
  });

  it('of nothing is nothing', () => expect(fill(null)).to.equal(''));

  it('of a number is a fault', () => expect(() => fill(5)).to.throw('what is no text'));

  it('is no longer than 20,000 characters', () => expect(() => fill('a'.repeat(20_001))).to.throw('20000 characters'));

  for (const part of ['[', '![', '[a](', '~~a', 'a***', '> ', '- ', '`a', '<a@', '\\', '|\n'])
    it(`of ${JSON.stringify(part)} without end takes no time`, () => {
      const start = performance.now();
      fill(part.repeat(Math.floor(20_000 / part.length)));
      expect(performance.now() - start).to.be.below(5_000);
    });

  it('that takes time is counted as work', () => {
    const loop = '[[#each (1..100)]][[text | markdown]][[/each]]';
    expect(() => fill('['.repeat(20_000), loop)).to.throw('steps');
  });
});

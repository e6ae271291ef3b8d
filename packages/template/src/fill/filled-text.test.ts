import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FilledText, missingValues, templateFor } from '../index.js';

const filled = (template: string, data: JsonObject = {}): FilledText => new FilledText(templateFor(template), data);

/** Returns the messages with their codes. */
const saidOf = (texts: Record<string, FilledText>): string[] =>
  missingValues(texts).map(({ code, message }) => `${code} ${message}`);

describe('Asking for a value for every tag', () => {
  it('is content when each has one, an empty, false or zero one too', () => {
    const text = filled('[[a]][[b]][[c]][[d.0]][[#none]][[x]][[/none]]', { a: '', b: false, c: 0, d: [1] });
    expect(saidOf({ html: text })).to.deep.equal([]);
  });

  it('lists the tags without one, each once, with field, line and column', () => {
    const html = filled('[[a]] [[b]]\n[[#rows]][[b]]\n [[c.d]][[/rows]]', { a: 1, b: null, rows: [{}, {}] });
    const css = filled('p { color: [[tint]] }');
    expect(saidOf({ html, css })).to.deep.equal([
      'tag_without_value `data` has no value for `[[b]]` at html 1:7, `[[b]]` at html 2:10, `[[c.d]]` at html 3:2, `[[tint]]` at css 1:12.',
    ]);
  });

  it('lists a hundred, and says how many more there are', () => {
    const html = filled(Array.from({ length: 90 }, (_, index) => `[[a${index}]]`).join('\n'));
    const css = filled(Array.from({ length: 40 }, (_, index) => `[[b${index}]]`).join('\n'));
    expect(saidOf({ html, css }).join()).to.match(
      /`\[\[a0\]\]` at html 1:1, .*`\[\[b9\]\]` at css 10:1 and 30 more\.$/s,
    );
  });

  it('repeats no more of a long name than helps', () => {
    expect(saidOf({ html: filled(`[[${'x'.repeat(500)}]]`) }).join()).to.match(/`\[\[x{60}…\]\]` at html 1:1\.$/);
  });
});

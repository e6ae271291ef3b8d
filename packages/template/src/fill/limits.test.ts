import { type JsonObject, ServiceError } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, FilledText, type FillOptions, fillTemplate, type Template } from '../index.js';

function errorOf(template: Template, data: JsonObject, options?: FillOptions): string {
  try {
    fillTemplate(template, data, options);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'template_invalid');
    return (error as ServiceError).message;
  }
  throw new Error('the template was filled');
}

const nested = (depth: number, inside: string): Template =>
  compileTemplate('[[#list]]'.repeat(depth) + inside + '[[/list]]'.repeat(depth));
const list = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('Sections that multiply', () => {
  it('stop at the bound on length', () => {
    expect(errorOf(nested(100, 'x'.repeat(1_000)), { list })).to.equal(
      '`html` would be longer than 20971520 characters when filled.',
    );
    expect(errorOf(nested(1, '[[.]]'), { list }, { maxLength: 9, escape: 'css' })).to.equal(
      '`css` would be longer than 9 characters when filled.',
    );
    expect(fillTemplate(nested(1, '[[.]]'), { list }, { maxLength: 10 })).to.equal('0123456789');
  });

  it('stop at the bound on work when they print nothing', () => {
    const message = '`html` takes more than 5000000 steps to fill; its sections repeat too often.';
    expect(errorOf(nested(100, ''), { list })).to.equal(message);
    expect(errorOf(nested(9, '[[^list]]x[[/list]]'), { list })).to.equal(message);
    expect(errorOf(nested(9, '[[missing]]'), { list })).to.equal(message);
  });

  it('stop when what they print is escaped to many times its length', () => {
    const options: FillOptions = { escape: 'css', maxLength: 1_000 };
    expect(errorOf(compileTemplate('[[a]]'), { a: ';'.repeat(500) }, options)).to.include('1000 characters');
  });
});

describe('A long list', () => {
  itWithinCpuMs(1_000, 'of ten thousand rows is filled well within a second', () => {
    const template = compileTemplate(
      '[[#rows]]\n<tr><td>[[name]]</td><td>[[price]] [[currency]]</td></tr>\n[[/rows]]\n',
    );
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ name: `<${index}>`, price: index / 2 }));
    const filled = fillTemplate(template, { rows, currency: 'EUR' }).split('\n');
    expect(filled).to.have.lengthOf(10_001);
    expect(filled[9_999]).to.equal('<tr><td>&lt;9999&gt;</td><td>4999.5 EUR</td></tr>');
  });
});

describe('A template of very many tags', () => {
  itWithinCpuMs(2_500, 'is refused before it is filled, and says what to write', () => {
    for (const tag of ['[[a]]', '[[a b]]', '[[#a]][[/a]]', '[[! a ]]', '[[ ]][[a]]'])
      expect(() => compileTemplate(tag.repeat(500_000), 'html'), tag).to.throw(
        ServiceError,
        /^In `html`, `\[\[.*\]\]` at line 1, column \d+ comes after (?:100,000 others: put repeated content into a list, and write|20,000 others)/,
      );
  });

  it('may have a hundred thousand', () => {
    expect(fillTemplate(compileTemplate('[[a]]'.repeat(100_000)), { a: 1 })).to.equal('1'.repeat(100_000));
  });
});

/** Were any of these quadratic, they would take minutes. */
describe('A hostile template of megabytes', () => {
  const million = 1_000_000;
  for (const [what, template] of Object.entries({
    'opening brackets only': '[['.repeat(5 * million),
    'opening brackets before one pair of closing ones': `${'[['.repeat(2 * million)}]]`,
    'closing brackets only': ']]'.repeat(5 * million),
    'comments that never end': '[[!'.repeat(million),
    'names that never end': '[[name '.repeat(million),
    'blanks after brackets': `[[${' '.repeat(5 * million)}`,
    'one blank tag of megabytes': `[[${' '.repeat(5 * million)}]]`,
    'dots in brackets': `${'['.repeat(500)}${'a.'.repeat(250)}]]`.repeat(900),
  })) {
    itWithinCpuMs(5_000, `is read quickly when it is made of ${what}`, () => {
      expect(fillTemplate(compileTemplate(template), {})).to.equal(template);
    });
  }

  itWithinCpuMs(5_000, 'is read quickly when blanks surround its comments', () => {
    const blanks = ' '.repeat(1_000);
    const filled = fillTemplate(compileTemplate(`${blanks}[[! x ]]${blanks}`.repeat(1_000)), {});
    expect(filled).to.equal(blanks.repeat(2_000));
  });

  for (const tag of ['[[#a]]', '[[/a]]', '[[^a b]]']) {
    itWithinCpuMs(5_000, `is refused quickly when it repeats ${tag}`, () => {
      expect(() => compileTemplate(tag.repeat(million))).to.throw(ServiceError);
    });
  }

  itWithinCpuMs(5_000, 'reports all its positions quickly', () => {
    const template = compileTemplate('[[a]]\n'.repeat(100_000));
    expect(new FilledText(template, {}).neverFilled().at(-1)).to.deep.equal({ tag: 'a', line: 100_000, column: 1 });
  });
});

describe('Filling a long list', () => {
  const template = compileTemplate('[[#rows]]<tr><td>[[a]]</td><td>[[b]]</td><td>[[c]]</td></tr>\n[[/rows]]');
  const rows = (count: number): JsonObject => ({
    rows: Array.from({ length: count }, (_, index) => ({ a: `<${index}>`, b: index, c: true })),
  });
  /** Returns the processor time in milliseconds. User and system time are one sum, because the kernel only estimates their shares. */
  const millisecondsFor = (data: JsonObject): number => {
    const begun = process.cpuUsage();
    fillTemplate(template, data);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  };

  it('takes time in proportion to its length', () => {
    const times = 16;
    const [short, long] = [rows(5_000), rows(5_000 * times)];
    // The first fill is the compiler's. Pairs, because a machine's speed changes, and the middle one, because garbage is collected now and then.
    millisecondsFor(long);
    const ratios = Array.from({ length: 5 }, () => {
      const once = millisecondsFor(short);
      return millisecondsFor(long) / once;
    });
    expect(ratios.sort((a, b) => a - b)[2], 'times as long').to.be.below(4 * times);
  });
});

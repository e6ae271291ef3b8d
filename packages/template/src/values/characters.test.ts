import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

const FAMILY = '👩‍👩‍👧';
const filled = (tag: string, text: string): string => fillTemplate(compileTemplate(tag, 'html'), { text });

describe('Characters of a text', () => {
  for (const [text, size, first, last] of [
    ['', '0', '', ''],
    ['abc', '3', 'a', 'c'],
    [`${FAMILY}é🇦🇹ß`, '4', FAMILY, 'ß'],
    ['Zoë🤨', '4', 'Z', '🤨'],
    ['e\u0301te\u0301', '3', 'e\u0301', 'e\u0301'],
    ['🇦🇹🇩🇪', '2', '🇦🇹', '🇩🇪'],
    [`${'x'.repeat(200)}${FAMILY}`, '201', 'x', FAMILY],
  ] as const)
    it(`are counted as readers see them: ${JSON.stringify(text.slice(-20))}`, () => {
      expect(filled('[[text.size]] [[text | size]] [[#if text.size == (text | size)]]same[[/if]]', text)).to.equal(
        `${size} ${size} same`,
      );
      expect(filled('[[text.first]]|[[let l = text.last]][[l]]', text)).to.equal(`${first}|${last}`);
    });

  it('cost work', () => {
    const tag = '[[#each (1..1000)]][[text.size]][[/each]]';
    expect(() => filled(tag, '🤨'.repeat(10_000))).to.throw('steps to fill');
  });
});

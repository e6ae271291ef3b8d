import { expect } from 'chai';
import { describe, it } from 'mocha';
import { differencesOf } from './differences.js';

const NAMES = ['invoice@1', 'invoice@2'] as const;
const lines = (letter: string): string => `${letter}\n`.repeat(4_000);

describe('The differences of two versions', () => {
  it('are a unified diff', async () => {
    const { text, is_complete } = await differencesOf(
      new Map([['a.css', 'p\nq\n']]),
      new Map([['a.css', 'p\nr\n']]),
      NAMES,
    );
    expect(text).to.include('--- invoice@1/a.css').and.include('-q').and.include('+r');
    expect(is_complete).to.equal(true);
  });

  it('are searched with one limit for all files, so that many long ones block no other request', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')}.css`);
    const folder = (letter: string) =>
      new Map([...names.map((name) => [name, lines(letter)] as const), ['z.css', letter]]);
    const { text, is_complete } = await differencesOf(folder('a'), folder('b'), NAMES);
    expect(is_complete).to.equal(false);
    expect(text).to.include('invoice@1/00.css and invoice@2/00.css differ\n');
    expect(text).to.include('invoice@1/z.css and invoice@2/z.css differ\n');
  });
});

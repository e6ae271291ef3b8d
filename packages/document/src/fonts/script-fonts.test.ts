import { expect } from 'chai';
import { describe, it } from 'mocha';
import { scriptFaces, scriptFallback } from './script-fonts.js';

const added = (property: string, value: string): string => {
  const { at, css } = scriptFallback(property, value) ?? { at: value.length, css: '' };
  return value.slice(0, at) + css + value.slice(at);
};

describe('The fonts of scripts', () => {
  it('end a list of families, with serifs or without, as its first family', () => {
    for (const [value, expected] of [
      [' Arial', ' Arial,toolpress-sans'],
      ['Arial, serif', 'Arial, serif,toolpress-sans'],
      ['"Times New Roman", Times, serif', '"Times New Roman", Times, serif,toolpress-serif'],
      ['Georgia', 'Georgia,toolpress-serif'],
      ['"Foo Bar", serif', '"Foo Bar", serif,toolpress-serif'],
      ['"PT Serif", sans-serif', '"PT Serif", sans-serif,toolpress-serif'],
      ['sans-serif', 'sans-serif,toolpress-sans'],
      ['Inter !important', 'Inter,toolpress-sans !important'],
      ['var(--a)', 'var(--a),toolpress-sans'],
      ['Menlo, monospace', 'Menlo, monospace,toolpress-sans'],
    ] as const)
      expect(added('font-family', value), value).to.equal(expected);
    expect(added('font', 'bold 12px/1.5 Georgia, serif')).to.equal('bold 12px/1.5 Georgia, serif,toolpress-serif');
  });

  it('are not added to what is no list, or has another size in a list', () => {
    for (const value of [
      'inherit',
      ' Initial ',
      'unset !important',
      'revert-layer',
      '',
      'monospace',
      'monospace !important',
    ])
      expect(added('font-family', value), value).to.equal(value);
    for (const value of ['caption', 'inherit', 'small-caption', '1em monospace'])
      expect(added('font', value)).to.equal(value);
  });

  it('match the document’s scripts', () => {
    const faces = scriptFaces(new Map([[0x905 >> 7, 'hi']]));
    expect(faces.match(/local\("[^"]*"\)/g)).to.have.members(
      ['Sans', 'Serif'].flatMap((kind) =>
        ['Regular', 'Bold'].map((style) => `local("Noto${kind}Devanagari-${style}")`),
      ),
    );
    expect(scriptFaces(new Map([[0x2713 >> 7, '']]))).to.equal('');
    expect(scriptFaces(new Map([[-1, '*']]))).to.equal('');
    expect(scriptFaces(new Map())).to.equal('');
  });
});

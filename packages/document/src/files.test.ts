import { expect } from 'chai';
import { describe, it } from 'mocha';
import { DocumentFiles, pathOf } from './files.js';

describe('The files of a document', () => {
  it('are found in every spelling of their path', () => {
    for (const reference of [
      'css/a b.css',
      './css/a%20b.css',
      '/css/a b.css?v=2#x',
      'x/../css/a b.css',
      ' css/a b.css\n',
    ]) {
      expect(pathOf(reference), reference).to.equal('css/a b.css');
      expect(new DocumentFiles({ [reference.trim()]: 'x' }).get('css/a b.css')?.content, reference).to.equal('x');
    }
  });

  it('are found relative to their sheet', () => {
    expect(pathOf('b.css', 'css/a.css')).to.equal('css/b.css');
    expect(pathOf('../b.css', 'css/a.css')).to.equal('b.css');
    expect(pathOf('/b.css', 'css/a.css')).to.equal('b.css');
  });

  it('above the document are others than those beside it', () => {
    expect(pathOf('../a.css')).to.equal('../a.css');
    expect(pathOf('../a.css', 'a.css')).to.equal('../a.css');
    expect(pathOf('b.css', '../css/a.css')).to.equal('../css/b.css');
    expect(pathOf('../'.repeat(20).concat('a.css'))).to.equal('a.css');
    const files = new DocumentFiles({ 'a.css': 'beside', '../a.css': 'above' });
    expect([files.at('a.css'), files.get('../a.css')?.content]).to.deep.equal(['beside', 'above']);
  });

  it('may be sent without the `../` of a reference', () => {
    expect(new DocumentFiles({ 'a.css': 'x' }).at('../a.css')).to.equal('x');
    expect(new DocumentFiles({ '../a.css': 'x' }).at('a.css')).to.equal('x');
    for (const files of [
      { '../a.css': 'near', '../../a.css': 'far' },
      { '../../a.css': 'far', '../a.css': 'near' },
    ])
      expect(new DocumentFiles(files).at('a.css')).to.equal('near');
  });

  it('are not what leads elsewhere', () => {
    for (const reference of [
      'https://a.example/a.css',
      '//a.example/a.css',
      'data:text/css,x',
      'file:///a.css',
      'https://',
    ])
      expect(pathOf(reference), reference).to.equal(undefined);
  });

  it('are not found by names that objects have by themselves', () => {
    expect(new DocumentFiles().get('constructor')).to.equal(undefined);
    expect(new DocumentFiles(JSON.parse('{"__proto__": "x"}')).get('__proto__')?.content).to.equal('x');
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { licensesOf } from './licenses.mjs';
import { ROOT } from './run.mjs';

describe('The list of licences', () => {
  it('has each installed package once, nested ones and those of the page too, and none of ours', () => {
    const all = licensesOf(ROOT);
    const names = all.map(({ name }) => name.replace(/ \S+$/, ''));
    expect(names).to.include.members(['express', 'bullmq', 'pdfjs-dist', '@codemirror/view']);
    expect(names.filter((name) => name.startsWith('@toolpress/'))).to.deep.equal([]);
    expect(new Set(all.map(({ name }) => name)).size).to.equal(all.length);
    expect(all.filter(({ license, text }) => license === '' && text === '').map(({ name }) => name)).to.deep.equal([]);
    expect(all.find(({ name }) => name.startsWith('express '))).to.deep.include({ license: 'MIT' });
  });

  it('reports a package without a licence', () => {
    const root = mkdtempSync(join(tmpdir(), 'licenses-'));
    try {
      mkdirSync(join(root, 'node_modules/plain'), { recursive: true });
      writeFileSync(join(root, 'node_modules/plain/package.json'), '{"name": "plain", "version": "1.0.0"}');
      expect(licensesOf(root)).to.deep.equal([{ name: 'plain 1.0.0', license: '', text: '' }]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

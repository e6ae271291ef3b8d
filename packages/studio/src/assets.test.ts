import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { studioAssets, studioPage } from './assets.js';

const ASSETS = '/studio/assets/';

describe('The page of the studio', () => {
  const imports = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(studioPage.html)?.[1] ?? '{}').imports;

  it('serves each module that its modules import, and no file besides', () => {
    const served = new Set([...studioAssets.keys()].map((path) => ASSETS + path));
    const used = new Set([`${ASSETS}studio.css`, `${ASSETS}page/main.js`, `${ASSETS}modules/pdfjs-dist/worker.js`]);
    for (const [path, { file, type }] of studioAssets) {
      if (type !== 'text/javascript' || path.startsWith('modules/pdfjs-dist')) continue;
      // Texts of the page show imports, too.
      const whole = readFileSync(file, 'utf8');
      const text = path.startsWith('page/') ? whole.replace(/`[^`]*`/g, '') : whole;
      for (const [, name = ''] of text.matchAll(/^(?:import|export)(?:\s[^'"=;()]*?from)?\s*['"]([^'"]+)['"];?$/gm)) {
        const target = name.startsWith('.') ? new URL(name, `http://page${ASSETS}${path}`).pathname : imports[name];
        expect(served, `${path} imports ${name}`).to.include(target);
        used.add(target);
      }
    }
    expect([...served].filter((path) => !used.has(path))).to.deep.equal([]);
  });

  it('loads no test and no other origin', () => {
    expect([...studioAssets.keys()].filter((path) => path.includes('test'))).to.deep.equal([]);
    const markup = studioPage.html.replace(/<script type="application\/json".*?<\/script>/s, '');
    expect(markup).not.to.match(/https?:|\sstyle=|\son\w+=/);
    expect(studioPage.scriptSources).to.have.length(1);
  });
});

import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { studioAssets, studioPage } from './assets.js';

const ASSETS = '/studio/assets/';

describe('The page of the studio', () => {
  it('names files that exist, by hashes of their contents', () => {
    const named = [...studioPage.matchAll(/\/studio\/assets\/([\w.-]+)/g)].map(([, name = '']) => name);
    expect(named.length).to.be.at.least(3);
    for (const name of named) expect([...studioAssets.keys()], name).to.include(name);
    for (const [name, { file, type, encoded }] of studioAssets) {
      expect(name).to.match(/^[\w-]+-[A-Z0-9]{8}\.(?:js|css|svg|json|webp)$/);
      const content = readFileSync(file);
      expect(content.length, name).to.be.above(0);
      expect(brotliDecompressSync(readFileSync(encoded.br)).equals(content), name).to.equal(true);
      expect(gunzipSync(readFileSync(encoded.gzip)).equals(content), name).to.equal(true);
      expect(type).to.match(/^(?:text\/(?:javascript|css)|application\/json|image\/(?:svg\+xml|webp))$/);
    }
  });

  it('is small: a first view of 150 KB, and 450 KB with the gallery, the editor and the viewer of PDFs', () => {
    const page = brotliCompressSync(studioPage).length;
    const sizeOf = (name: string): number => readFileSync(studioAssets.get(name)?.encoded.br ?? '').length;
    const sum = (names: Iterable<string>): number => [...names].reduce((total, name) => total + sizeOf(name), 0);
    const first = [...studioPage.matchAll(/(?:src|href)="\/studio\/assets\/([\w.-]+)"/g)].map(([, name = '']) => name);
    expect(sum(first) + page, 'first view').to.be.below(150_000);
    const thumbnails = [...studioAssets.keys()].filter((name) => name.startsWith('thumbnail-'));
    expect(sum([...first, ...thumbnails]) + page, 'with the gallery').to.be.below(150_000);
    // A sample is loaded when it is opened.
    const all = [...studioAssets.keys()].filter((name) => !name.startsWith('sample-'));
    expect(sum(all) + page, 'all').to.be.below(450_000);
  });

  it('imports nothing that is not served', () => {
    for (const [path, { file, type }] of studioAssets) {
      if (type !== 'text/javascript') continue;
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:import|from)\s*\(?"(\.\/[^"]+)"/g))
        expect([...studioAssets.keys()], path).to.include(name.slice('./'.length));
    }
  });

  it('loads no other origin and has no inline script', () => {
    const markup = studioPage.replace(/<script type="application\/json".*?<\/script>/s, '');
    expect(markup).not.to.match(/https?:|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
    expect(markup).to.include(`<script type="module" src="${ASSETS}studio-`);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PAGES, pageUrl } from './docs.mjs';

describe('The generated documentation', () => {
  for (const [path, text] of Object.entries(PAGES)) {
    it(`has a ${path} that is what the code says (npm run docs writes it)`, async () => {
      expect(await readFile(pageUrl(path), 'utf8')).to.equal(await text());
    });
  }

  it('says what each variable of the environment means', async () => {
    expect(await PAGES['docs/configuration.md']?.()).not.to.include('undefined');
  });

  it('links only to existing files', () => {
    const folders = [
      '',
      'docs/',
      'docs/decisions/',
      'docs/tools/',
      'deploy/kubernetes/',
      'deploy/helm/toolpress/',
      'deploy/seccomp/',
      'deploy/proxy/',
    ];
    const names = folders.flatMap((folder) => readdirSync(pageUrl(folder)).map((name) => folder + name));
    const broken = names
      .filter((name) => name.endsWith('.md'))
      .flatMap((page) => {
        const prose = readFileSync(pageUrl(page), 'utf8').replace(/`[^`\n]*`/g, '');
        const links = prose.matchAll(/\]\((?!\w+:|#)([^)\s#]+)|src="(?!\w+:)([^"]+)"/g);
        const targets = [...links].map(([, link, image]) => link ?? image ?? '');
        return targets
          .filter((target) => !existsSync(new URL(target, pageUrl(page))))
          .map((target) => `${page}: ${target}`);
      });
    expect(broken).to.deep.equal([]);
  });
});

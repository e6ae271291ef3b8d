import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PdfFile } from '@toolpress/pdf';
import { PdfEdit } from '@toolpress/pdf/testing';
import { pdfSource } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printSettings } from '../../render/paper/paper.js';
import { PIXEL } from '../chromium.js';
import { testPage } from '../page.js';

const DOCUMENT = `<!DOCTYPE html><html lang="en"><h1>Head line</h1><div>box <span>bold</span> after <div>inner</div></div>
  <p lang="de">Ein <a href="https://example.com/">Link, ein langer</a> Satz<p>(brackets) \\ /K [1 0 R]
  <ul><li>one<li>two <ul><li>three</ul></ul><figure><img alt="/ID (x) a" width="50" height="50" src="${PIXEL}"><figcaption>caption</figcaption></figure>
  <p style="height: 15cm">text<p>${'words that go over to the next page '.repeat(60)}
  <table><caption>c</caption><thead><tr><th>a<th colspan="2">b<tbody>
  ${'<tr><th scope="row">r<td>1<td rowspan="1">2 <span>i</span>'.repeat(60)}<tr><td colspan="3">3</table>`;

describe('The tags of a PDF that keeps no standard', () => {
  const page = testPage();

  async function printed(html: string): Promise<{ all: Buffer; fewer: Buffer }> {
    const settings = printSettings({ pageSize: 'A5', orientation: 'portrait', tagged: true });
    const { result } = await page.work({ images: new Map(), run: (printer) => printer.print(html, settings) });
    const edit = new PdfEdit(new PdfFile(result));
    return { all: edit.bytes(), fewer: edit.bytes({ fewerTags: true }) };
  }

  /** The elements with their texts, as poppler reads them; a line each. */
  function structure(pdf: Buffer): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'toolpress-tags-'));
    try {
      writeFileSync(join(folder, 'a.pdf'), pdf);
      const report = execFileSync('pdfinfo', ['-struct-text', join(folder, 'a.pdf')], { encoding: 'utf8' });
      return report
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  const count = (pdf: Buffer, pattern: RegExp): number => [...pdfSource(pdf).matchAll(pattern)].length;

  it('have every element and every text in its place, without separate elements for texts', async () => {
    const { all, fewer } = await printed(DOCUMENT);
    const [before, after] = [structure(all), structure(fewer)];
    // Attributes follow a colon; the omitted ones are checked below.
    const needless = /^(?:NonStruct.*|\/Headers.*|\/(?:Row|Col)Span 1)$/;
    const said = (lines: string[]): string[] =>
      lines.filter((line) => !needless.test(line)).map((line) => line.replace(/(?: <node\d+>)?:?$/, ''));
    for (const word of ['"Head line"', '"inner"', '"caption"', '"three"', 'TH', 'TD', 'Figure', 'Link'])
      expect(before.join('\n')).to.include(word);
    expect(said(after)).to.deep.equal(said(before));
    expect(after.length).to.be.below(before.length * 0.8);
    expect(count(fewer, /\/StructElem/g)).to.be.below(count(all, /\/StructElem/g) * 0.7);
  });

  it('say to readers that do not know a type what it is like', async () => {
    const { all, fewer } = await printed('<p>a <strong>bold</strong> and <em>stressed</em> text</p>');
    expect(structure(all).join()).not.to.match(/bold|stressed/);
    expect(structure(fewer).join()).to.match(/"a ".*Span.*"bold".*" and ".*Span.*"stressed".*" text"/);
    expect(pdfSource((await printed('<p>plain')).fewer)).not.to.include('/RoleMap');
  });

  it('say of cells what is not so anyway', async () => {
    const { all, fewer } = await printed(DOCUMENT);
    for (const needless of [/\/(?:Row|Col)Span 1>/g, /\/Headers \[/g, /\/ID \(node/g, /\/IDTree/g]) {
      expect(count(all, needless), String(needless)).to.be.above(0);
      expect(count(fewer, needless), String(needless)).to.equal(0);
    }
    for (const needed of [
      /\/Scope \/Row/g,
      /\/Scope \/Column/g,
      /\/ColSpan [23]>/g,
      /\/Lang \(de\)/g,
      /\/Alt \(\/ID \\\(x\\\) a\)/g,
    ])
      expect(count(fewer, needed), String(needed)).to.equal(count(all, needed)).and.to.be.above(0);
    expect(pdfSource(fewer)).not.to.match(/\/A (?:\[ ?\]|\n|>>)/);
  });

  it('are the same from print to print', async () => {
    const [one, other] = [await printed(DOCUMENT), await printed(DOCUMENT)].map(({ fewer }) =>
      pdfSource(fewer).match(/<<\/Type \/Struct.*?>>(?=\n<<|\n\[|$)/gs),
    );
    expect(one).to.have.lengthOf.above(100);
    expect(other).to.deep.equal(one);
  });

  it('lead from each content of a page to the element that has it', async () => {
    const { fewer } = await printed('<p>one</p><p>two <strong>three</strong> four</p>');
    const source = pdfSource(fewer);
    const [, parents = ''] = /\n\[((?:\d+ 0 R ?)+)\]/.exec(source) ?? [];
    const object = (reference: string): number => Number.parseInt(reference, 10);
    const owners = parents.match(/\d+ 0 R/g)?.map(object) ?? [];
    expect(owners).to.have.lengthOf(4);
    expect(owners[1]).to.equal(owners[3]).and.not.to.equal(owners[2]);
  });
});

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@toolpress/contract';
import type { PdfEdit } from '@toolpress/pdf/testing';
import { Element, isContent, MarkedContents, StructureTree, tagsIn } from '@toolpress/standards/testing';
import { areJudgesHere, veraPdf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { testPage } from '../page.js';
import { repairedPdf } from '../repaired-pdf.js';
import { generatedDocument } from '../tagged-documents.js';

/** The number of generated documents; far more by hand. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 20);
const FIRST = Number(process.env['SEED'] ?? 1);

/** The allowed children of each structure type (ISO 32000-1, 14.8.4). */
const KIDS: Readonly<Record<string, RegExp>> = {
  Table: /^(?:TR|Caption)$/,
  TR: /^T[HD]$/,
  L: /^(?:LI|L|Caption)$/,
  LI: /^(?:Lbl|LBody)$/,
  Ruby: /^R[BTP]$/,
};
/** Where nothing stands by itself. */
const GROUPS = /^(?:Document|Sect|Art|Div|Aside|BlockQuote|Table|TR|L|LI|Ruby)$/;

describe('The tags of any document', () => {
  const page = testPage();
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-tags-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it(`read as the document does, with whole tables (${DOCUMENTS} documents)`, async () => {
    for (let seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      const { body, words, notes, columns } = generatedDocument(seed);
      const edit = await repairedPdf(page, body).catch(notesDontFit);
      if (edit === undefined) continue;
      const tags = tagsIn(edit);
      const which = `document ${seed}`;
      expect(tags.match(/w\d+x/g), which).to.deep.equal(words);
      const read = tags.match(/n\d+x/g) ?? [];
      expect(read, which).to.have.members(notes);
      checkNesting(edit, which);
      const found = columnsIn(edit);
      for (const [word, column] of columns) expect(found.get(word), `${which}: the column of ${word}`).to.equal(column);
      writeFileSync(join(folder, `${seed}.pdf`), edit.bytes());
    }
  });

  it('are what PDF/UA-1 and PDF/A-3a ask for', async function () {
    if (!(await areJudgesHere('veraPdf'))) this.skip();
    const files = readdirSync(folder).map((file) => join(folder, file));
    expect(files.length).to.be.greaterThan(DOCUMENTS * 0.8);
    for (const flavour of ['ua1', '3a'] as const) {
      const failures = (await veraPdf(files, flavour)).filter(({ passed }) => !passed);
      expect(failures, flavour).to.deep.equal([]);
    }
  });
});

/** There may be more of them than the page has room for. */
function notesDontFit(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code !== 'document_too_complex') throw error;
}

function checkNesting(edit: PdfEdit, which: string): void {
  for (const { type, kids } of StructureTree.of(edit).all()) {
    expect(type, which).to.not.equal('NonStruct');
    for (const kid of kids) {
      if (!(kid instanceof Element)) expect(type, `${which}: content of ${type}`).to.not.match(GROUPS);
      else if (KIDS[type]) expect(kid.type, `${which}: in ${type}`).to.match(KIDS[type]);
    }
  }
}

/** For the first word of each cell, the column in which the cell begins. */
function columnsIn(edit: PdfEdit): Map<string, number> {
  const contents = new MarkedContents(edit);
  const found = new Map<string, number>();
  const firstWord = (element: Element): string | undefined => {
    const alternative = element.attributes.get('Alt');
    if (typeof alternative === 'string') return /w\d+x/.exec(Buffer.from(alternative).toString())?.[0];
    for (const kid of element.kids) {
      const text = isContent(kid) ? contents.text([kid]) : kid instanceof Element ? firstWord(kid) : undefined;
      const [word] = /w\d+x/.exec(text ?? '') ?? [];
      if (word !== undefined) return word;
    }
    return undefined;
  };
  for (const table of StructureTree.of(edit)
    .all()
    .filter(({ type }) => type === 'Table')) {
    const rows = (table.kids as Element[]).filter(({ type }) => type === 'TR');
    const covered = rows.map(() => new Set<number>());
    for (const [row, { kids }] of rows.entries()) {
      let column = 0;
      for (const cell of kids as Element[]) {
        while (covered[row]?.has(column)) column += 1;
        const [down, across] = [spanOf(cell, 'RowSpan'), spanOf(cell, 'ColSpan')];
        expect(row + down, 'rows that a cell covers').to.be.at.most(rows.length);
        for (let below = row; below < row + down; below++)
          for (let beside = column; beside < column + across; beside++) {
            expect(covered[below]?.has(beside), 'two cells in one place').to.equal(false);
            covered[below]?.add(beside);
          }
        const word = firstWord(cell);
        if (word !== undefined && !found.has(word)) found.set(word, column);
      }
    }
    expect(new Set(covered.map(({ size }) => size)).size, 'widths of rows').to.equal(1);
  }
  return found;
}

function spanOf({ attributes }: Element, name: string): number {
  const own = attributes.get('A');
  return own instanceof Map ? Number(own.get(name) ?? 1) : 1;
}

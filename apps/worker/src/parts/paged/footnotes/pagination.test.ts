import { expect } from 'chai';
import { describe, it } from 'mocha';
import { areaHeight, wholeNote } from './note-parts.js';
import { breaksFrom as paginate } from './pagination.js';
import type { Start, Unit } from './units.js';

const LINE = 10;
/** Lines one below the other; `notes` by the index of the line that calls them. */
const lines = (count: number, notes: Record<number, number[]> = {}): Unit[] =>
  Array.from({ length: count }, (_, index) => ({
    top: index * LINE,
    bottom: (index + 1) * LINE,
    canBreak: true,
    isForced: index === 0,
    margin: 0,
    notes: notes[index] ?? [],
    page: 'auto',
  }));
const START = { unit: 0, page: 0 };
/** Ten lines are on a page. */
const PAGES = { last: 50, boxOf: () => ({ width: 100, height: 10 * LINE }), widthOf: () => 0 };
const NOTES = { heights: [[15, 15, 15]], around: [5], cuts: [[]] };
const breaksFrom = (units: Unit[], start: Start = START, notes = NOTES) => {
  const { breaks, pages } = paginate(units, notes, PAGES, start);
  return { breaks, pages };
};

describe('Pages with footnotes', () => {
  it('are left to the browser where nothing is noted', () => {
    expect(breaksFrom(lines(35))).to.deep.equal({
      breaks: [],
      pages: Array.from({ length: 35 }, (_, line) => Math.floor(line / 10)),
    });
  });

  it('end earlier by the height of their notes', () => {
    const { breaks, pages } = breaksFrom(lines(20, { 2: [0] }));
    expect(breaks).to.deep.equal([{ unit: 8, rest: 20 }]);
    expect(pages.indexOf(1)).to.equal(8);
  });

  it('have what surrounds notes once, however many they are', () => {
    expect(
      areaHeight(
        [0, 1, 2].map((note) => wholeNote(note, 0)),
        NOTES,
        0,
      ),
    ).to.equal(50);
    expect(areaHeight([], NOTES, 0)).to.equal(0);
    expect(breaksFrom(lines(20, { 0: [0], 1: [1, 2] })).breaks).to.deep.equal([{ unit: 5, rest: 50 }]);
  });

  it('leave a line whose own note has no room to the next one, with its note', () => {
    const { breaks, pages } = breaksFrom(lines(15, { 9: [0] }));
    expect(breaks).to.deep.equal([{ unit: 9, rest: 10 }]);
    expect(pages[9]).to.equal(1);
  });

  it('part nothing that has to stay together', () => {
    const units = lines(20, { 2: [0] }).map((unit, index) => ({ ...unit, canBreak: index < 6 || index > 9 }));
    expect(breaksFrom(units).breaks).to.deep.equal([{ unit: 5, rest: 50 }]);
  });

  it('begin where the document has them begin', () => {
    const units = lines(30, { 2: [0], 12: [1] }).map((unit, index) => ({ ...unit, isForced: index % 5 === 0 }));
    const { breaks, pages } = breaksFrom(units);
    expect(breaks).to.deep.equal([]);
    expect(pages.at(-1)).to.equal(5);
  });

  it('continue from what was measured of a page', () => {
    const units = lines(20, { 2: [0] });
    const places = units.map(({ top }) => ({ page: 0, top: top + 20 }));
    expect(breaksFrom(units, { ...START, places }).breaks).to.deep.equal([{ unit: 6, rest: 20 }]);
  });

  it('hold what is higher than a page as the browser parts it', () => {
    const [tall, ...rest] = lines(12);
    if (tall === undefined) throw new Error('there are lines');
    const units = [{ ...tall, bottom: 250 }, ...rest.map((unit) => ({ ...unit, top: unit.top + 240 }))];
    expect(breaksFrom(units).breaks).to.deep.equal([]);
  });
});

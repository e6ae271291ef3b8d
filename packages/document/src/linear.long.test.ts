import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from './check-document.js';
import type { DocumentParts } from './checked-document.js';
import { HeaderFooterDocument } from './header-footer-document.js';
import { LARGE_TEXTS } from './testing/large-texts.js';

/** The length of the shorter document in characters. The other one is four times as long. */
const LENGTH = 80_000;
const LONGER = 4;
/** A check in linear time takes four times as long. */
const MOST_RATIO = 6;
/** The shortest time that is compared, in milliseconds of the processor: collections of memory take some. */
const FLOOR = 25;
const RUNS = 4;

let runs = 0;

/** Checks a document, reads all reports and makes the one of its headers. Returns the time in milliseconds of the processor. */
function timeOf({ css, ...parts }: DocumentParts): number {
  runs += 1;
  // No scan of an earlier run is known.
  const given = { ...parts, ...(css !== undefined && { css: `${css}/*${runs}*/` }) };
  const start = process.cpuUsage();
  try {
    const { html, images, accessibility, reports } = checkDocument(given);
    accessibility?.report();
    reports.read(new Set());
    for (const image of images) image.place;
    new HeaderFooterDocument(html).withPages([]);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'document_too_complex' });
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

describe('A check of a document', () => {
  for (const [name, text] of Object.entries(LARGE_TEXTS))
    it(`takes time in proportion to the length of ${name}`, () => {
      const [short, long] = [text(LENGTH), text(LONGER * LENGTH)];
      timeOf(short);
      let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let run = 0; run < RUNS && !(most <= MOST_RATIO * Math.max(least, FLOOR)); run++) {
        least = Math.min(least, timeOf(short));
        most = Math.min(most, timeOf(long));
      }
      expect(most, `from ${least} ms`).to.be.at.most(MOST_RATIO * Math.max(least, FLOOR));
    });
});

import { existsSync, readFileSync } from 'node:fs';
import { sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { visibleDifference } from '../comparison/pictures.js';
import { firstPageOf, gallerySamples, pixelsOf, THUMBNAILS, webpOf } from './thumbnails.js';
import { Visitor } from './visitor.js';

/** The largest picture in bytes. All are in the first view of the studio. */
const MOST_BYTES = 6_000;

describe('The pictures of the samples in the studio', () => {
  it('are small, and show what the samples print: npm run pictures takes them again', async () => {
    const service = await sharedService();
    const visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
    try {
      const stale: string[] = [];
      for (const sample of await gallerySamples(service)) {
        const file = `${THUMBNAILS}/${sample.name}.webp`;
        const picture = existsSync(file) ? readFileSync(file) : undefined;
        const printed = await pixelsOf(visitor.page, await webpOf(visitor.page, await firstPageOf(service, sample)));
        if (picture === undefined || visibleDifference(await pixelsOf(visitor.page, picture), printed) > 0)
          stale.push(sample.name);
        else expect(picture.length, sample.name).to.be.at.most(MOST_BYTES);
      }
      expect(stale).to.deep.equal([]);
    } finally {
      await visitor.close();
    }
  });
});

import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { hostileNames, hostileTexts } from './hostile-names.js';

const COUNT = 24;

describe('Names and properties of hostile texts', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });
  const { literal, filled } = hostileNames(() => service);

  it('stay in their places, or are refused by a message that names the field', async () => {
    expect(await literal(hostileTexts(COUNT, 1))).to.be.within(1, COUNT - 1);
  });

  it('stay in their places where tags are filled with them, also in an archive', async () => {
    expect(await filled(hostileTexts(COUNT, 2))).to.be.above(COUNT / 2);
  });
});

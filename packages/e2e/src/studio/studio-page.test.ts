import { sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

describe('The page of the studio', () => {
  let studio: StudioPage;
  before(async () => {
    studio = await StudioPage.launch(await sharedService());
  });
  after(() => studio.close());

  it('shows a template beside its pages to the holder of a token, who is in a cookie only', async () => {
    await studio.signIn();
    await studio.create('quick');
    await studio.showsPages(/Ada Lovelace.*€900\.00/s);
    const kept = await studio.page.evaluate(
      "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href.split('#')[1]])",
    );
    expect(kept).to.equal('[[],[],"","/quick"]');
    expect(await studio.visitor.flawsOnPhone()).to.deep.equal([]);
  });
});

import { sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

describe('Insert in the studio', () => {
  let studio: StudioPage;
  before(async () => {
    studio = await StudioPage.launch(await sharedService());
    await studio.signIn();
    await studio.create('inserted');
    await studio.showsPages(/Ada Lovelace/);
  });
  after(() => studio.close());

  /** Chooses a piece by keyboard, from the text. */
  const choose = async (name: string): Promise<void> => {
    await studio.press('Control+i');
    await studio.page.waitForSelector('dialog .pieces');
    await studio.tabTo(name);
    await studio.press('Enter');
  };
  const textIn = (tab: string): Promise<string> =>
    studio.page.$eval(`>>> [aria-label="${tab}"]`, (content) =>
      [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    );

  it('adds a column to the table that the cursor is in, as one step that is undone', async () => {
    await studio.press('Control+f');
    await studio.type('quantity | number');
    await studio.press('Enter');
    await studio.press('Escape');
    const before = await textIn('HTML of the template');
    await choose('Column of this table');
    await studio.page.waitForSelector('dialog form');
    await studio.expectNoFaults();
    await studio.page.select('dialog select', '0');
    await studio.tabTo('Heading');
    await studio.press('Control+a');
    await studio.type('Price each');
    await studio.press('Enter');
    await studio.showsPages(/Price each.*€900\.00 *€450\.00/s);
    expect(await studio.focused()).to.equal('HTML of the template');
    await studio.press('Control+z');
    await studio.showsPages(/Amount\s*Design/s);
    expect(await textIn('HTML of the template')).to.equal(before);
  });

  it('adds CSS with a piece, and selects what is to be written', async () => {
    await choose('Note at the foot');
    await studio.type('Says the seller');
    await studio.showsPages(/Says the seller/);
    await choose('Page break');
    await studio.shows(/2 pages/, '.figures');
    await studio.press('Shift+F6');
    await studio.press('ArrowRight');
    expect(await textIn('CSS of the template')).to.include('.page-break { break-before: page }');
  });

  it('lists what can be inserted, and what lacks', async () => {
    await studio.press('Control+i');
    await studio.page.waitForSelector('dialog .pieces');
    await studio.shows(/Add an image to the files of the template first/, '.pieces');
    await studio.expectNoFaults();
    await studio.press('Escape');
  });

  it('writes header and footer into the options', async () => {
    await choose('Header and footer');
    await studio.page.waitForSelector('dialog textarea');
    await studio.tabTo('Insert');
    await studio.press('Enter');
    await studio.showsPages(/Invoice 2026-0417.*Invoice 2026-0417\s+Page 1 of/s);
    expect(await studio.focused()).to.equal('Header');
    await studio.press('Control+z');
    await studio.showsPages(/Invoice 2026-0417(?!.*Invoice 2026-0417)/s);
  });
});

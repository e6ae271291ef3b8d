import { expect } from 'chai';
import { describe, it } from 'mocha';
import { writers } from './writers.js';

/** Each test is a way in which a text could be lost: it ends stored, shown or offered, and the page says so. */
describe('Words in the studio are not lost when others write, too:', () => {
  const { begin, call, open, save, stored } = writers();

  it('1. another tab saved first, and the conflict is left open', async () => {
    const { name, tab } = await begin();
    const other = await open(name);
    await other.write(' theirs');
    await other.press('Control+s');
    await other.says(/^Draft saved \d\d:\d\d/);
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.asks(/was changed elsewhere.*-<p>begin theirs.*\+<p>begin mine/s);
    expect(await tab.focused(), 'the Enter key does no harm').to.equal('Cancel');
    await tab.press('Enter');
    await tab.asksNothing();
    await tab.says(/^Changed elsewhere/);
    await tab.reads(/begin mine/);
    expect(await stored(name)).to.equal('<p>begin theirs');
  });

  it('2. another tab saved first, and mine is saved over it', async () => {
    const { name, tab } = await begin();
    await save(name, '<p>theirs');
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.choose('Save mine over theirs');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
  });

  it('3. theirs is taken: Undo returns to mine, which can be saved', async () => {
    const { name, tab } = await begin();
    await save(name, '<p>theirs');
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.choose('Take theirs');
    await tab.reads(/^<p>theirs$/);
    await tab.says(/^Draft saved/);
    await tab.write('');
    await tab.press('Control+z');
    await tab.reads(/^<p>begin mine$/);
    await tab.says(/^Unsaved changes/);
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
  });

  it('4. theirs is taken: mine is offered at the next visit, with its data and options', async () => {
    const { name, tab } = await begin();
    await save(name, '<p>theirs');
    await tab.choose('CSS', 'tab');
    await tab.write('p { color: teal }');
    await tab.press('Control+s');
    await tab.choose('Take theirs');
    await tab.says(/^Draft saved/);
    await tab.page.close();
    const later = await open(name);
    await later.asks(/Unsaved text of \d\d:\d\d/);
    await later.choose('Restore');
    await later.reads(/^<p>begin$/);
    await later.choose('CSS', 'tab');
    await later.reads(/teal/);
  });

  it('5. another person saved: the question names who, and both texts', async () => {
    const { name, tab } = await begin('one\ntwo\nthree');
    await save(name, 'one\n2\nthree');
    await tab.write(' four');
    await tab.press('Control+s');
    await tab.asks(/The draft was saved at \d\d:\d\d by \S+.*-2\n-three.*\+two\n\+three four/s);
  });

  it('6. another person saves while this one reads: the bar says it when the tab is looked at', async () => {
    const { name, tab } = await begin();
    await tab.says(/^Draft saved/);
    await save(name, '<p>theirs');
    await tab.lookAt();
    await tab.says(/^Changed elsewhere/);
    await tab.choose('Show');
    await tab.choose('Take theirs');
    await tab.reads(/^<p>theirs$/);
  });

  it('7. it was deleted elsewhere: it is not created again without a question', async () => {
    const { name, tab } = await begin();
    await call(name, 'DELETE');
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.asks(/was deleted elsewhere/);
    expect(await tab.focused()).to.equal('Cancel');
    await tab.press('Enter');
    await tab.says(/^Deleted elsewhere/);
    await tab.reads(/begin mine/);
    expect((await call(`${name}/versions/draft`, 'GET')).status).to.equal(404);
  });

  it('8. it was deleted elsewhere: it is created again when that is wanted', async () => {
    const { name, tab } = await begin();
    await call(name, 'DELETE');
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.choose('Create again');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
  });

  it('9. it was deleted, and the name used for another text', async () => {
    const { name, tab } = await begin();
    await call(name, 'DELETE');
    await save(name, '<p>another');
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.asks(/-<p>another.*\+<p>begin mine/s);
    expect(await stored(name)).to.equal('<p>another');
  });

  it('10. it was published elsewhere with another text', async () => {
    const { name, tab } = await begin();
    await save(name, '<p>theirs');
    await call(`${name}/publish`, 'POST', { version: 'draft' });
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.asks(/Version 1 was published at .*-<p>theirs/s);
  });

  it('11. the same text was published elsewhere, which is no conflict', async () => {
    const { name, tab } = await begin();
    await call(`${name}/publish`, 'POST', { version: 'draft' });
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    expect([await stored(name), await stored(name, 'published')]).to.deep.equal(['<p>begin mine', '<p>begin']);
  });

  it('12. another text was saved while this one is published: it is not published unseen', async () => {
    const { name, tab } = await begin();
    await tab.write(' mine');
    await tab.press('Control+Enter');
    await tab.page.waitForSelector('dialog input:focus');
    await save(name, '<p>theirs');
    await tab.press('Enter');
    await tab.asks(/was changed elsewhere/);
    await tab.press('Enter');
    await tab.asks(/The draft is not saved\. Changed elsewhere/);
    expect((await call(`${name}/versions/published`, 'GET')).status).to.equal(404);
    await tab.reads(/begin mine/);
  });

  it('13. an earlier version was published from here: the text stays, and is saved', async () => {
    const { name, tab } = await begin();
    await call(`${name}/publish`, 'POST', { version: 'draft' });
    await call(name, 'PUT', { kind: 'html', content: '<p>second' });
    await tab.visit('');
    await tab.visit(name);
    await tab.write(' mine');
    await tab.choose('Versions');
    await tab.choose('Publish version 1');
    await tab.asks(/Publish version 1\?/);
    await tab.press('Enter');
    await tab.shows(/v1 published/, '.status');
    await tab.reads(/second mine/);
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    expect([await stored(name), await stored(name, 'published')]).to.deep.equal(['<p>second mine', '<p>begin']);
  });
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { gate } from './tab.js';
import { writers } from './writers.js';

const READ = /^\/studio\/api\/variables\/[\w-]+\/versions\/(?:draft|published)$/;

describe('Words in the studio are not lost when another page or text is opened:', () => {
  const { begin, call, open, save, stored } = writers();

  it('29. Back while a template is slow: the list stays, and the address agrees', async () => {
    const { name } = await begin();
    const list = await open('');
    const slow = gate();
    await list.instead('GET', READ, async (request) => {
      await slow.opened;
      await request.continue();
    });
    await list.follow(name);
    await list.shows(new RegExp(`Opening “${name}”`), '#studio');
    await list.page.goBack();
    await list.page.waitForSelector('.list-page');
    const answered = list.page.waitForResponse((response) => READ.test(new URL(response.url()).pathname));
    slow.open();
    await answered;
    await list.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await list.page.$$('.workspace')).to.have.length(0);
    expect(new URL(list.page.url()).hash).to.be.oneOf(['', '#/']);
  });

  it('30. another template is slow: nothing can be typed into the one that it replaces', async () => {
    const { name, tab } = await begin();
    await save('words-second', '<p>second');
    const slow = gate();
    await tab.instead('GET', READ, async (request) => {
      if (request.url().includes('words-second')) await slow.opened;
      await request.continue();
    });
    await tab.follow('words-second');
    await tab.shows(/Opening “words-second”/, '#studio');
    await tab.page.keyboard.type('lost?');
    slow.open();
    await tab.reads(/^<p>second$/);
    expect(await stored(name)).to.equal('<p>begin');
  });

  it('31. Back with unsaved text asks, and Cancel stays at the template', async () => {
    const { name, tab } = await begin();
    await tab.visit('');
    await tab.follow(name);
    await tab.reads(/begin/);
    await tab.write(' mine');
    await tab.page.goBack();
    await tab.asks(/Leave without saving\?/);
    await tab.choose('Cancel');
    await tab.asksNothing();
    await tab.reads(/begin mine/);
    expect(new URL(tab.page.url()).hash).to.equal(`#/${name}`);
  });

  it('32. Back with unsaved text saves it, if that is wanted', async () => {
    const { name, tab } = await begin();
    await tab.write(' mine');
    await tab.follow('');
    await tab.asks(/Leave without saving\?/);
    expect(await tab.focused()).to.equal('Save draft');
    await tab.press('Enter');
    await tab.page.waitForSelector('.list-page');
    expect(await stored(name)).to.equal('<p>begin mine');
  });

  it('33. Forward with unsaved text asks, and what is discarded is not offered again', async () => {
    const { name, tab } = await begin();
    await save('words-forward', '<p>next');
    await tab.follow('words-forward');
    await tab.reads(/next/);
    await tab.page.goBack();
    await tab.reads(/begin/);
    await tab.write(' mine');
    await tab.page.goForward();
    await tab.choose('Discard changes');
    await tab.reads(/^<p>next$/);
    await tab.follow(name);
    await tab.reads(/^<p>begin$/);
    await tab.asksNothing();
  });

  it('34. reloading warns, and offers the text afterwards', async () => {
    const { name, tab } = await begin();
    await tab.write(' mine');
    const warned = new Promise<string>((resolve) =>
      tab.page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      }),
    );
    await tab.page.reload();
    expect(await warned).to.equal('beforeunload');
    await tab.choose('Restore');
    await tab.reads(/begin mine/);
    await tab.says(/^Unsaved changes/);
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
    await tab.page.reload();
    await tab.reads(/begin mine/);
    await tab.asksNothing();
  });

  it('35. the tab crashes: the text is offered, and deleted when it is discarded', async () => {
    const { name, tab } = await begin();
    await tab.write(' mine');
    await tab.keeps(/ mine/);
    await tab.crash();
    const later = await open(name);
    await later.asks(/Unsaved text of \d\d:\d\d/);
    await later.choose('Discard');
    await later.reads(/^<p>begin$/);
    await later.keeps(/^\[\]$/);
  });

  it('36. the tab crashes, and others have saved since then: both texts are shown', async () => {
    const { name, tab } = await begin();
    await tab.write(' mine');
    await tab.keeps(/ mine/);
    await tab.crash();
    await save(name, '<p>theirs');
    const later = await open(name);
    await later.choose('Restore');
    await later.reads(/begin mine/);
    await later.press('Control+s');
    await later.asks(/-<p>theirs.*\+<p>begin mine/s);
  });

  it('37. a template is open in two tabs: the text of an open tab is not offered in the other', async () => {
    const { name, tab } = await begin();
    await tab.write(' mine');
    await tab.keeps(/ mine/);
    const other = await open(name);
    await other.reads(/^<p>begin$/);
    await other.asksNothing();
    await tab.reads(/begin mine/);
  });

  it('38. an earlier version is opened: it asks, and Undo returns to the text', async () => {
    const { name, tab } = await begin('<p>first');
    await call(`${name}/publish`, 'POST', { version: 'draft' });
    await tab.write(' mine');
    await tab.choose('Versions');
    await tab.choose('Edit version 1');
    await tab.asks(/Replace the unsaved text\?/);
    await tab.choose('Replace');
    await tab.reads(/^<p>first$/);
    await tab.write('');
    await tab.press('Control+z');
    await tab.reads(/^<p>first mine$/);
    await tab.press('Control+z');
    await tab.reads(/^<p>first$/);
  });

  it('39. versions are compared: it asks before it saves', async () => {
    const { name, tab } = await begin();
    await call(`${name}/publish`, 'POST', { version: 'draft' });
    await tab.write(' mine');
    await tab.choose('Compare');
    await tab.asks(/Save the draft\?/);
    await tab.choose('Cancel');
    await tab.asksNothing();
    expect((await call(`${name}/versions/draft`, 'GET')).status).to.equal(404);
    await tab.says(/^Unsaved changes/);
  });

  it('40. sample data is renamed, empty, or to be deleted', async () => {
    const { name, tab } = await begin('<p>[[who]]', { sample_data: { short: { who: 'Ada' }, none: {} } });
    await tab.choose('Data', 'tab');
    await tab.press('Control+a');
    await tab.write('');
    await tab.press('Control+a');
    await tab.page.keyboard.type('{"who": "Grace"');
    await tab.choose('Rename this sample data');
    await tab.page.waitForSelector('dialog input:focus');
    await tab.page.keyboard.type('brief');
    await tab.press('Enter');
    await tab.reads(/Grace/);
    await tab.choose('Delete this sample data');
    await tab.asks(/Delete the data “brief”\?/);
    await tab.press('Enter');
    await tab.asksNothing();
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    const { sample_data } = (await call(`${name}/versions/draft`, 'GET')).body.data;
    expect(sample_data).to.deep.equal({ brief: { who: 'Grace' }, none: {} });
  });

  it('41. data that is no JSON cannot be saved: the bar says it, and the text is kept', async () => {
    const { name, tab } = await begin('<p>[[who]]', { sample_data: { short: { who: 'Ada' } } });
    await tab.choose('Data', 'tab');
    await tab.write(' oops');
    await tab.press('Control+s');
    await tab.says(/^Could not save: The data is not valid JSON/);
    await tab.keeps(/oops/);
    await tab.crash();
    const later = await open(name);
    await later.choose('Restore');
    await later.choose('Data', 'tab');
    await later.reads(/oops/);
  });

  it('42. the Enter key does not delete a template', async () => {
    const { name } = await begin();
    const list = await open('');
    await list.choose(`Delete ${name}`);
    await list.asks(new RegExp(`Delete ${name}\\?`));
    expect(await list.focused()).to.equal('Cancel');
    await list.press('Enter');
    await list.asksNothing();
    expect(await stored(name)).to.equal('<p>begin');
  });

  it('43. signing out asks before it deletes kept text', async () => {
    const { name, tab } = await begin();
    await tab.write(' mine');
    await tab.keeps(/ mine/);
    await tab.crash();
    const list = await open('');
    await list.choose('Sign out');
    await list.asks(new RegExp(`Signing out deletes it.*${name}, \\d\\d:\\d\\d`));
    await list.choose('Delete and sign out');
    await list.page.waitForSelector('input[type=password]');
    await list.keeps(/^\[\]$/);
  });
});

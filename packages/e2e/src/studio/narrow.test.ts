/// <reference lib="dom" />
import { eventually, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

const PHONE = { scheme: 'light', width: 320, height: 640 } as const;

describe('The studio in a narrow window', () => {
  let studio: StudioPage;
  before(async () => {
    studio = await StudioPage.launch(await sharedService());
    await studio.signIn();
    await studio.visitor.show(PHONE);
    await studio.create('narrow');
    await studio.page.waitForSelector('.pages[data-edit]');
  });
  after(() => studio?.close()); // absent if the start failed

  const shown = async (): Promise<string> => {
    const parts = await Promise.all(['.source', '.preview'].map((part) => studio.isShown(part)));
    return parts.map((isShown, index) => (isShown ? ['text', 'pages'][index] : '')).join('');
  };

  it('shows the text or the pages, by keyboard, and keeps the choice', async () => {
    expect(await shown()).to.equal('text');
    await studio.press('Escape');
    await studio.tabTo('Pages');
    await studio.press('Enter');
    expect(await shown()).to.equal('pages');
    await studio.showsPages(/Ada Lovelace/);
    expect(await studio.visitor.faultsIn(PHONE)).to.deep.equal([]);
    await studio.page.reload();
    await studio.page.waitForSelector('.pages[data-edit]');
    expect(await shown()).to.equal('pages');
    await studio.tabTo('Text');
    await studio.press('Space');
    expect(await shown()).to.equal('text');
  });

  it('shows the part that a key leads to', async () => {
    for (const part of ['text', 'text', 'text', 'pages', 'text', 'text'] as const) {
      await studio.press('F6');
      expect(await shown()).to.equal(part);
    }
    expect(await studio.focused()).to.equal('HTML of the template');
  });

  it('has the rest of the actions in a menu', async () => {
    await studio.press('Escape');
    for (const name of ['Save draft', 'Publish'])
      expect(await studio.isShown(`::-p-aria(${name})`), name).to.equal(true);
    await studio.tabTo('Menu');
    await studio.press('Enter');
    await eventually(async () => expect(await studio.focused()).to.equal('Help'));
    await studio.press('ArrowUp');
    expect(await studio.focused()).to.equal('Download');
    await studio.press('Home');
    await studio.press('ArrowDown');
    await studio.press('ArrowDown');
    expect(await studio.focused()).to.equal('Versions');
    expect(await studio.visitor.faultsIn(PHONE)).to.deep.equal([]);
    await studio.page.$eval('.menu-list button:nth-child(3)', (button) => (button as HTMLElement).focus());
    await studio.press('Enter');
    await studio.shows(/No version has been published yet/, 'dialog');
    await studio.press('Escape');
    expect(await studio.focused()).to.equal('Menu');
  });

  it('has them in a row where there is room', async () => {
    await studio.visitor.show({ ...PHONE, width: 1280 });
    expect(await shown()).to.equal('textpages');
    expect(await studio.isShown('::-p-aria(Versions)')).to.equal(true);
    expect(await studio.isShown('.menu-opener')).to.equal(false);
    expect(await studio.isShown('.switch')).to.equal(false);
  });
});

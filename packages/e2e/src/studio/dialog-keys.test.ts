/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type SharedService, sharedService, svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

/** Only the choice of a file is not a page's: it is answered as the browser's dialog would. */
describe('The dialogs of the studio by keyboard alone', () => {
  let service: SharedService;
  let studio: StudioPage;
  let folder: string;
  before(async () => {
    service = await sharedService();
    studio = await StudioPage.launch(service);
    folder = await mkdtemp(join(tmpdir(), 'dialog-keys-'));
    await studio.signIn();
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await rm(folder, { recursive: true, force: true });
  });

  /** Goes back from the text, where the Tab key indents, to a control of the bar. */
  const leaveTextFor = async (control: string): Promise<void> => {
    await studio.press('Shift+F6');
    for (let stop = 0; (await studio.focused()) !== control; stop++) {
      expect(stop, `stops to “${control}”`).to.be.below(20);
      await studio.press('Shift+Tab');
    }
  };
  const openTemplates = async (): Promise<void> => {
    await leaveTextFor('Templates');
    await studio.press('Enter');
    await studio.shows(/^\d+ templates?$/, '.list-page .note[role=status]');
  };
  /** Goes to a control by the Tab key, and chooses a file. */
  const choose = async (control: string, name: string, content: string): Promise<void> => {
    await writeFile(join(folder, name), content);
    await studio.tabTo(control);
    const waiting = studio.page.waitForFileChooser();
    await studio.focused(); // the browser waits for it as well, then
    await studio.press('Enter');
    const chooser = await waiting;
    await chooser.accept([join(folder, name)]);
  };
  const titleIs = (title: string) => studio.shows(new RegExp(`^${title}$`), '.workspace h1');
  const openTab = async (name: string): Promise<void> => {
    await studio.page.focus('.tab[aria-selected=true]');
    for (let press = 0; (await studio.focused()) !== name; press++) {
      expect(press, `presses to “${name}”`).to.be.below(5);
      await studio.press('ArrowRight');
    }
  };
  /** The focus does not leave a dialog, and is where it was when that closes. */
  const expectHeld = async (opener: string): Promise<void> => {
    for (let stop = 0; stop < 12; stop++) {
      await studio.press('Tab');
      const place = await studio.page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName);
      // Behind the last control is the browser's own bar, which is the body for the page.
      expect(place).to.be.oneOf(['DIALOG', 'BODY']);
      if (place === 'BODY')
        expect(await studio.page.evaluate(() => document.activeElement === document.body)).to.equal(true);
    }
    await studio.press('Escape');
    await eventually(async () => {
      expect(await studio.page.$('dialog')).to.equal(null);
      expect(await studio.focused()).to.equal(opener);
    });
  };

  it('create a template from a sample, in a language and on a paper', async () => {
    await studio.tabTo('Quote');
    await studio.press('Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await expectHeld('Quote');
    await studio.press('Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await studio.type('keys-quote');
    await studio.tabTo('Language');
    await studio.press('ArrowDown');
    await studio.tabTo('Paper');
    await studio.press('ArrowDown');
    await studio.tabTo('Create');
    await studio.press('Enter');
    await titleIs('keys-quote');
    await studio.showsPages(/Eichenregale/);
    await studio.shows(/Letter/, '.sheet');
  });

  it('create a template from a file', async () => {
    await openTemplates();
    await choose('From a file', 'from file.html', '<h1>From a file</h1><img src="logo.png" alt="Logo">');
    await studio.page.waitForSelector('dialog input:focus');
    await studio.press('Enter');
    await titleIs('from-file');
    await studio.showsPages(/From a file/);
    await studio.shows(/logo\.png/, '.problem-list');
  });

  it('create a blank template, and insert a piece', async () => {
    await openTemplates();
    await studio.tabTo('New template');
    await studio.press('Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await studio.type('keys-blank');
    await studio.press('Enter');
    await titleIs('keys-blank');
    await studio.press('Control+i');
    await studio.page.waitForSelector('dialog .pieces');
    await expectHeld('HTML of the template');
    await studio.press('Control+i');
    await studio.page.waitForSelector('dialog .pieces');
    await studio.tabTo('Signature line');
    await studio.press('Enter');
    await studio.page.waitForSelector('dialog form input:focus');
    await studio.press('Enter');
    await studio.showsPages(/Signature/);
    expect(await studio.focused()).to.equal('HTML of the template');
  });

  it('add, insert, rename and remove a file', async () => {
    await openTab('Files');
    await choose('Add files…', 'logo.svg', svgOf());
    await studio.shows(/logo\.svg added/, '.notice');
    await studio.tabTo('Insert logo.svg');
    await studio.press('Enter');
    await studio.shows(/^No problems$/, 'summary');
    await openTab('Files');
    await studio.tabTo('Rename logo.svg');
    await studio.press('Enter');
    await studio.press('Control+a');
    await studio.type('brand.svg');
    await studio.press('Enter');
    await studio.shows(/in 1 place/, '.notice');
    await studio.tabTo('Remove brand.svg');
    await studio.press('Enter');
    expect(await studio.focused()).to.equal('Undo');
    await studio.press('Enter');
    await studio.shows(/Undone/, '.notice');
  });

  it('publish, with a fault first', async () => {
    await openTab('HTML');
    await studio.press('F6');
    await studio.press('Control+End');
    await studio.type('<iframe src="a.html"></iframe>');
    await studio.shows(/^1 fault$/, 'summary');
    await studio.press('Control+Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await expectHeld('HTML of the template');
    await studio.press('Control+Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await studio.type('By keys');
    await studio.shows(/^Publish anyway$/, 'dialog .danger');
    await studio.tabTo('Publish anyway');
    await studio.press('Enter');
    await studio.shows(/v1 published/, '.status');
  });

  it('copy the call in a language', async () => {
    await leaveTextFor('Use it');
    await studio.press('Enter');
    await studio.page.waitForSelector('dialog .use');
    expect(await studio.focused()).to.equal('curl');
    await expectHeld('Use it');
    await studio.press('Enter');
    await studio.page.waitForSelector('dialog .use');
    await studio.press('ArrowRight');
    await studio.press('ArrowRight');
    await studio.tabTo('Copy Python');
    await studio.press('Enter');
    await studio.shows(/on the clipboard/, 'dialog [role=status]');
    await studio.press('Escape');
  });
});

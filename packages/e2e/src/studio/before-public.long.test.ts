/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { EXPECTED, StudioPage } from './studio-page.js';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>';

describe('What is wrong with a template, before it is public', () => {
  let service: SharedService;
  let studio: StudioPage;
  let folder: string;
  before(async () => {
    service = await sharedService();
    studio = await StudioPage.launch(service);
    folder = await mkdtemp(join(tmpdir(), 'before-public-'));
    await studio.signIn();
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await rm(folder, { recursive: true });
  });

  const save = async (name: string, body: object): Promise<void> => {
    const answer = await service.call(`/api/variables/${name}`, { method: 'PUT', body: { kind: 'html', ...body } });
    expect(answer.status, answer.body.error).to.equal(200);
  };
  /** Opens a template that the API has saved, in a new page. */
  const open = async (name: string): Promise<void> => {
    await studio.visitor.open(`/studio#/${name}`, EXPECTED);
    await studio.shows(new RegExp(`^${name}$`), '.workspace h1');
  };
  const summary = (what: RegExp) => studio.shows(what, '.problems summary');
  /** Presses a button of the list of problems with the keyboard. */
  const advise = async (label: string): Promise<void> => {
    await studio.page.focus('.problems summary');
    await studio.tabTo(label);
    await studio.press('Enter');
  };
  const versions = async (name: string): Promise<unknown[]> =>
    (await service.call(`/api/variables/${name}/versions`)).body.data.items.filter(
      ({ version }: { version: unknown }) => version !== 'draft',
    );

  describe('in the preview', () => {
    before(async () => {
      const content = [
        '<p>Hello</p>',
        '<img src="logo.svg" alt="Logo">',
        '<iframe src="https://example.com/"></iframe>',
        '<p>[[total | mony: "EUR"]]</p>',
      ].join('\n');
      await save('problems', { content, draft: true, sample_data: { short: { total: 5 } } });
      await open('problems');
    });

    it('has advice for a misspelt filter', async () => {
      await summary(/^1 fault$/);
      await advise('Use money');
      await studio.showsPages(/Hello.*€5\.00/s);
    });

    it('is left out of pages that print all the same, each thing a fault with its place', async () => {
      await summary(/^2 faults$/);
      await studio.shows(/^HTML 2:6\nHTML 3:1$/, '.place-link');
      await studio.shows(/Calls fail/, '.preview .stale:not([hidden])');
      await studio.page.waitForSelector('>>> .cm-lint-marker-error');
      await studio.expectNoFaults();
    });

    it('has its advice at the mark in the text, too', async () => {
      await studio.page.hover('>>> .cm-lint-marker-error');
      await studio.page.waitForSelector('>>> .cm-diagnosticAction');
      const actions = await studio.page.$$('>>> .cm-diagnosticAction');
      const labels = await Promise.all(actions.map((action) => action.evaluate(({ textContent }) => textContent)));
      expect(labels).to.deep.equal(['Add file…', 'Leave out']);
      await actions[1]?.click();
      await summary(/^1 fault$/);
      await studio.press('Control+z');
      await summary(/^2 faults$/);
    });

    it('is left out of the text, and comes back by undo', async () => {
      await advise('Leave out');
      await summary(/^1 fault$/);
      await studio.shows(/^HTML 2:1$/, '.place-link');
      expect(await studio.focused()).to.equal('HTML of the template');
      await studio.press('Control+z');
      await summary(/^2 faults$/);
    });

    it('is mended by the file that is missing', async () => {
      const path = join(folder, 'any name.svg');
      await writeFile(path, LOGO);
      const [chooser] = await Promise.all([studio.page.waitForFileChooser(), advise('Add file…')]);
      await chooser.accept([path]);
      await summary(/^1 fault$/);
      await studio.shows(/^HTML 3:1$/, '.place-link');
      await studio.press('Control+s');
      await studio.shows(/Draft saved/, '.status');
      const { files } = (await service.call('/api/variables/problems/versions/draft')).body.data;
      expect(files).to.deep.equal({ 'logo.svg': LOGO });
    });
  });

  describe('when it is published', () => {
    it('is named, and published only after that', async () => {
      await studio.press('Control+Enter');
      await studio.page.waitForSelector('dialog input:focus');
      await studio.press('Enter');
      await studio.shows(/Calls will fail.*iframe.* is not allowed/s, 'dialog');
      await studio.shows(/^Publish anyway$/, 'dialog .danger');
      expect(await versions('problems')).to.have.length(0);
      await studio.expectNoFaults();
      await studio.press('Enter');
      await studio.shows(/v1 published/, '.status');
      expect(await versions('problems')).to.have.length(1);
    });

    it('is shown beside the published version, if pages change', async () => {
      const page = '<p style="break-before: page">';
      const sample_data = { short: { who: 'Ada' }, none: {} };
      await save('pages', { content: `<p>one [[who]]${page}two${page}three`, sample_data });
      await save('pages', { content: `<p>one [[who]]${page}TWO${page}three`, sample_data, draft: true });
      await open('pages');
      await studio.press('Control+Enter');
      await studio.shows(/3 pages each\. 1 of 3 differs\. With the data “short”\./, 'dialog');
      await studio.shows(/^v1, page 2\nNew, page 2$/, 'dialog figcaption');
      await studio.shows(/Warnings.*\[\[who\]\] at html 1:8.*With the data “none”/s, 'dialog');
      await studio.expectNoFaults();
      await studio.press('Escape');
      expect(await versions('pages')).to.have.length(1);
    });

    it('is named for an earlier version, too', async () => {
      await save('earlier', { content: '<p>[[#if a]]' });
      await save('earlier', { content: '<p>fine' });
      await open('earlier');
      await studio.visitor.press('Versions');
      await studio.visitor.press('Publish version 1');
      await studio.shows(/Calls will fail.*never closed/s, 'dialog');
      await studio.press('Escape');
      await studio.press('Escape');
    });
  });

  it('does not hide the difference of texts if a version can’t be printed', async () => {
    await save('unprinted', { content: '<p>[[#if a]]old' });
    await save('unprinted', { content: '<p>new', draft: true });
    await open('unprinted');
    await studio.visitor.press('Compare');
    await studio.shows(/-<p>\[\[#if a\]\]old.*\+<p>new/s, 'dialog .diff');
    await studio.shows(/v1 can’t be printed:.*never closed/s, 'dialog .unprinted');
    await studio.shows(/The pages can’t be compared/, 'dialog [role=status]');
    await studio.expectNoFaults();
    await studio.press('Escape');
  });

  describe('of its data', () => {
    const TEXT = '{"id": 12345678901234567890, "price": 1.50}';
    const shown = () =>
      studio.page.$eval('.editor', (host) =>
        [...(host.shadowRoot?.querySelectorAll('.cm-line') ?? [])].map((line) => line.textContent).join('\n'),
      );
    const openData = async (): Promise<void> => {
      await studio.page.focus('.tab[aria-selected=true]');
      while ((await studio.focused()) !== 'Data') await studio.press('ArrowRight');
      await studio.press('F6');
    };

    it('is no digit, from the text to the service and back', async () => {
      await save('digits', { content: '<p>Number [[id]] costs [[price | money: "EUR"]]', draft: true });
      await open('digits');
      await openData();
      await studio.press('Control+a');
      await studio.page.keyboard.sendCharacter(TEXT);
      await studio.showsPages(/Number 12345678901234567890 costs €1\.50/);
      await studio.shows(/would lose digits/, '.problem-list .fault');
      await studio.press('Control+s');
      await studio.shows(/Draft saved/, '.status');
      await studio.page.reload();
      await studio.page.waitForSelector('.workspace');
      await openData();
      expect(await shown()).to.equal('{\n  "id": 12345678901234567890,\n  "price": 1.50\n}');
    });

    it('is a number that calls refuse, until it is text', async () => {
      await summary(/^1 fault$/);
      await advise('Write as text');
      await summary(/^No problems$/);
      expect(await shown()).to.include('"id": "12345678901234567890",');
    });

    it('is a name that would be lost, with which it is not saved', async () => {
      await studio.press('Control+a');
      await studio.page.keyboard.sendCharacter('{"id": 1, "id": 2}');
      await studio.shows(/has the name id twice/, '.problem-list .fault');
      await studio.press('Control+s');
      await studio.shows(/Could not save: The data has the name/, '.status');
      const { sample_data } = (await service.call('/api/variables/digits/versions/draft')).body.data;
      expect(Object.keys(sample_data.sample)).to.deep.equal(['id', 'price']);
    });
  });
});

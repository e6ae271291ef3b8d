import { setTimeout as sleep } from 'node:timers/promises';
import { pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

/** CodeMirror takes no choice in the first 75 ms of a list, which a person has not read. */
const INTERACTION_DELAY_MS = 150;

describe('The studio by keyboard alone', () => {
  let service: TestService;
  let studio: StudioPage;
  before(async () => {
    service = await TestService.start();
    studio = await StudioPage.launch(service);
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await service.stop();
  });

  /** Prints the published version as a program does. */
  const printed = async (): Promise<{ text: string; version: number }> => {
    const body = { template: 'invoice', data: { number: '7', items: [], total: '12.5' } };
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    expect(answer.status, answer.body.error).to.equal(200);
    const { pdf_base64, template } = answer.body.data;
    return { text: pdfText(Buffer.from(pdf_base64, 'base64')), version: template.version };
  };
  const expectNoFaults = () => studio.expectNoFaults();

  it('signs in, and creates a template', async () => {
    await expectNoFaults();
    await studio.signIn();
    await studio.create('invoice');
    await studio.showsPages(/Ada Lovelace/);
    await expectNoFaults();
  });

  it('shows a fault at its line while a text is written, and the pages when it is mended', async () => {
    await studio.press('Shift+F6');
    expect(await studio.focused()).to.equal('HTML');
    await studio.press('F6');
    expect(await studio.focused()).to.equal('HTML of the template');
    await studio.press('Control+End');
    await studio.type('<p>Total [[total | mony: "EUR"');
    await studio.shows(/^HTML 35:10$/m, '.place-link');
    await studio.shows(/unknown filter mony/, '.problem-list .fault');
    await studio.shows(/before the fault/, '.stale:not([hidden])');
    await expectNoFaults();
    await studio.press('Control+Home');
    await studio.press('F8');
    await studio.replaceLine('<p>Total [[total | money: "EUR"');
    await studio.showsPages(/Total/);
    await studio.shows(/^1 warning$/, 'summary');
    expect(await studio.page.$$('.stale:not([hidden])')).to.have.length(0);
  });

  it('completes values of the data', async () => {
    await studio.press('Control+End');
    await studio.type(' [[customer.ci');
    await studio.page.waitForSelector('>>> .cm-tooltip-autocomplete [aria-selected]');
    await sleep(INTERACTION_DELAY_MS);
    await studio.press('Enter');
    await studio.showsPages(/Total\s+London/);
  });

  it('prints other data', async () => {
    await studio.press('Shift+F6');
    expect(await studio.focused()).to.equal('HTML');
    await studio.press('ArrowRight');
    await studio.press('ArrowRight');
    expect(await studio.focused()).to.equal('Data');
    await studio.press('F6');
    await studio.press('Control+a');
    await studio.type('{"number": "8", "items": [], "total": "99.5"');
    await studio.showsPages(/Invoice 8.*Total €99\.50/s);
    await studio.press('Escape');
    await studio.press('Tab');
    expect(await studio.focused(), 'beyond the text').to.match(/problem|warning/);
  });

  it('has controls of the options', async () => {
    await studio.press('Shift+F6');
    await studio.press('Shift+F6');
    await studio.press('End');
    expect(await studio.focused()).to.equal('Options');
    await expectNoFaults();
    await studio.tabTo('Locale');
    await studio.type('de');
    await studio.showsPages(/99,50\s€/);
  });

  it('publishes with a note, and a program prints that', async () => {
    await studio.press('Control+Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await studio.type('First');
    await expectNoFaults();
    await studio.press('Enter');
    await studio.shows(/v1 published/, '.status');
    expect(await printed()).to.deep.include({ version: 1 });
    expect((await printed()).text).to.match(/12,50\s€/);
  });

  it('saves a draft, which programs do not print, and publishes it', async () => {
    await studio.tabTo('Locale');
    await studio.press('Control+a');
    await studio.type('en');
    await studio.shows(/Unsaved changes/, '.status');
    await studio.press('Control+s');
    await studio.shows(/Draft saved/, '.status');
    expect((await printed()).version).to.equal(1);
    await studio.press('Control+Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await studio.press('Enter');
    await studio.shows(/v2 published/, '.status');
    expect((await printed()).version).to.equal(2);
  });

  it('compares the pages of versions', async () => {
    await studio.tabTo('Compare');
    await studio.press('Enter');
    await studio.shows(/1 of 1 differ/, 'dialog [role=status]');
    await studio.shows(/-.*"locale": "de".*\+.*"locale": "en"/s, '.diff');
    await expectNoFaults();
    await studio.press('Escape');
  });

  it('rolls back to a version, and a program prints that', async () => {
    await studio.tabTo('Versions');
    await studio.press('Enter');
    await studio.shows(/v2 Published.*v1.*First/s, 'dialog table');
    await expectNoFaults();
    await studio.tabTo('Publish version 1');
    await studio.press('Enter');
    await studio.shows(/Publish version 1\?/, 'dialog');
    await studio.press('Enter');
    await studio.shows(/v1 published/, '.status');
    expect((await printed()).version).to.equal(1);
  });

  it('shows the faults of a version before it is published', async () => {
    const faulty = { kind: 'html', content: '<p>[[#if a]]' };
    await service.call('/api/variables/invoice', { method: 'PUT', body: faulty });
    await service.call('/api/variables/invoice/publish', { body: { version: 1 } });
    await studio.tabTo('Versions');
    await studio.press('Enter');
    await studio.shows(/v3/, 'dialog table');
    await studio.tabTo('Publish version 3');
    await studio.press('Enter');
    await studio.shows(/Publish version 3\?/, 'dialog');
    await studio.shows(/\[\[#if a\]\] at line 1, column 4 is never closed/, 'dialog li');
    await studio.shows(/^Publish anyway$/, 'dialog .danger');
    await expectNoFaults();
    await studio.press('Enter');
    await studio.shows(/v3 published/, '.status');
    await service.call('/api/variables/invoice/publish', { body: { version: 1 } });
  });

  it('shows the call as programs', async () => {
    await studio.tabTo('Use it');
    await studio.press('Enter');
    await studio.shows(/"template": "invoice"/, 'dialog pre');
    expect(await studio.focused()).to.equal('curl');
    await expectNoFaults();
    await studio.press('End');
    await studio.shows(/n8n-nodes-base\.httpRequest/, 'dialog pre');
    await studio.tabTo('Copy n8n');
    await studio.press('Enter');
    await studio.shows(/on the clipboard/, 'dialog [role=status]');
    await studio.press('Escape');
  });

  it('lists templates, and deletes one after a question', async () => {
    await studio.tabTo('Templates');
    await studio.press('Enter');
    await studio.shows(/invoice.*Published v1/s, '.templates');
    await expectNoFaults();
    await studio.tabTo('Delete invoice');
    await studio.press('Enter');
    await studio.shows(/Delete invoice\?/, 'dialog');
    await studio.tabTo('Delete');
    await studio.press('Enter');
    await studio.shows(/No templates yet/, 'main');
    expect((await service.call('/api/variables')).body.data.items).to.deep.equal([]);
  });

  it('signs out', async () => {
    await studio.tabTo('Sign out');
    await studio.press('Enter');
    await studio.page.waitForSelector('input[type=password]');
    expect((await studio.page.cookies()).map(({ name }) => name)).to.deep.equal([]);
  });
});

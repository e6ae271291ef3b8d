import { existsSync } from 'node:fs';
import { pdfText, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

/** Where Debian's package has it. */
const FIREFOX = '/usr/bin/firefox-esr';

describe('The studio in Firefox', () => {
  let service: TestService;
  let studio: StudioPage | undefined;
  before(async function () {
    if (!existsSync(FIREFOX)) {
      process.stdout.write(`Skipped: there is no ${FIREFOX}. Install the package firefox-esr.\n`);
      return this.skip();
    }
    service = await TestService.start();
    studio = await StudioPage.launchFirefox(FIREFOX, service);
  });
  after(async () => {
    await studio?.close(); // absent without Firefox
    await service?.stop();
  });

  it('signs in, opens a template, shows what is typed, and publishes it', async () => {
    if (studio === undefined) throw new Error('Firefox was not started.');
    await studio.signIn();
    await studio.create('invoice');
    await studio.showsPages(/Ada Lovelace/);
    await studio.press('Control+End');
    await studio.type('<p>Typed in Firefox, for [[customer.name]]</p>');
    await studio.showsPages(/Typed in Firefox, for Ada Lovelace/);
    await studio.press('Control+Enter');
    await studio.page.waitForSelector('dialog input:focus');
    await studio.press('Enter');
    await studio.shows(/v1 published/, '.status');
    const body = { template: 'invoice', data: { number: '7', items: [], customer: { name: 'Grace' } } };
    const answer = await service.call('/api/utilities/html-to-pdf', { body });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'))).to.include('Typed in Firefox, for Grace');
    expect(studio.visitor.complaints).to.deep.equal([]);
  });
});

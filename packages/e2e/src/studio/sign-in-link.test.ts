/// <reference lib="dom" />
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

describe('The page of the studio, opened by a sign-in link', () => {
  let service: SharedService;
  let studio: StudioPage;
  let path: string;
  before(async () => {
    service = await sharedService();
    studio = await StudioPage.launch(service);
    const { body } = await service.call('/admin/studio-links', {
      token: service.adminToken,
      body: { token: service.token },
    });
    path = body.data.url.slice(service.url.length);
  });
  after(() => studio.close());

  const address = (): Promise<string> => studio.page.evaluate(() => location.href);

  it('is signed in immediately, and the secret is not in its address', async () => {
    const asked: string[] = [];
    studio.page.on('request', (request) => asked.push(request.url()));
    await studio.visitor.open(path, /401/);
    await studio.page.waitForSelector('.list-page');
    expect(await address()).to.match(/\/studio(#\/)?$/);
    expect(asked.filter((url) => url.split('#')[0]?.includes('sign-in='))).to.deep.equal([]);
    await studio.page.reload();
    await studio.page.waitForSelector('.list-page');
  });

  it('stays signed in when the link is opened again', async () => {
    await studio.visitor.open(path, /401/);
    await studio.page.waitForSelector('.list-page');
    expect(await address()).not.to.include('sign-in');
  });

  it('says what to do when the link was used, also one that is pasted into an open page', async () => {
    await studio.page.evaluate("fetch('/studio/session', { method: 'DELETE' })");
    await studio.visitor.open('/studio', /401/);
    await studio.page.waitForSelector('input[type=password]:focus');
    await studio.page.evaluate((hash) => {
      location.hash = hash;
    }, path.split('#')[1] ?? '');
    await studio.shows(
      /This sign-in link was used or has expired\. Make another one by \.\/scripts\/toolpress studio-link/,
      '.problem',
    );
    expect(await address()).not.to.include('sign-in');
    await studio.expectNoFaults();
    await studio.signIn();
  });
});

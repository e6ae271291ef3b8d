/// <reference lib="dom" />
import { type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Visitor } from '../pages/visitor.js';
import { Application } from './application.js';

/** The page's policy works in a browser only. */
describe('The page for a grant in a browser', () => {
  let service: TestService;
  let application: Application;
  let elsewhere: HttpTarget;
  let callback: HttpTarget;
  let visitor: Visitor;
  before(async () => {
    elsewhere = await startHttpTarget((_request, response) => response.end('at the end'), { host: '127.0.0.1' });
    callback = await startHttpTarget(
      (_request, response) => response.writeHead(302, { location: `${elsewhere.url}/done` }).end(),
      { host: '127.0.0.1' },
    );
    service = await TestService.start({ workers: 0 });
    application = await Application.registered(service.url, { redirect_uris: [`${callback.url}/callback`] });
    visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
  });
  after(async () => {
    await visitor.close();
    await service.stop();
    await Promise.all([callback.close(), elsewhere.close()]);
  });

  for (const [button, parameter] of [
    ['allow', 'code'],
    ['deny', 'error'],
  ] as const)
    it(`leads to the application, which leads on to another host, after "${button}"`, async () => {
      const { page } = visitor;
      await page.goto(application.authorizationUrl({ redirect_uri: `${callback.url}/callback` }));
      await page.type('#token', service.token);
      await page.click(`button[value=${button}]`);
      await page.waitForFunction((url) => location.href === url, {}, `${elsewhere.url}/done`);
      const { path = '' } = callback.requests.at(-1) ?? {};
      expect(new URL(path, callback.url).searchParams.get(parameter)).to.be.a('string').and.not.equal('');
      expect(callback.requests.at(-1)?.headers.referer).to.equal(undefined);
    });
});

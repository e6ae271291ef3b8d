import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Visitor } from './pages/visitor.js';

const PDF = '/api/utilities/html-to-pdf';

describe('Pages of the service, light and dark, on a phone and on a desk', () => {
  let service: TestService;
  let visitor: Visitor;
  before(async () => {
    service = await TestService.start({ env: { OUTBOUND_ALLOW: '127.0.0.2' } });
    visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
    await Promise.all(['<p>1</p>', '<p>2</p>'].map(print)); // the page has a chart then
    await visitor.open('/ops', /401/);
    await visitor.logIn(service.adminToken);
  });
  after(async () => {
    signal('SIGCONT');
    await visitor?.close();
    await service?.stop();
  });

  const signal = (name: NodeJS.Signals): void => {
    for (const { pid } of service?.workers ?? []) process.kill(pid, name);
  };

  const print = (html: string) => service.call(PDF, { body: { html } });
  const text = (selector: string): Promise<string> => visitor.page.$eval(selector, (found) => found.textContent.trim());
  const shows = (what: RegExp, selector = 'main'): Promise<void> =>
    eventually(async () => {
      expect(await text(selector)).to.match(what);
    });
  const press = (name: string): Promise<void> =>
    visitor.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  /** The page that is open has nothing that anybody would trip over. */
  const expectNoFaults = async (): Promise<void> => {
    expect((await visitor.faults()).join('\n')).to.equal('');
  };

  it('keep still while nothing happens: a screen reader is told news once, and what has the focus keeps it', async () => {
    await visitor.open('/ops');
    const time = await text('time');
    await visitor.page.evaluate(() => {
      const seen = { news: [] as string[] };
      const news = document.querySelector('[role=status]') as Element;
      new MutationObserver(() => seen.news.push(news.textContent)).observe(news, { childList: true });
      Object.assign(globalThis, { seen, chart: document.querySelector('svg') });
    });
    await eventually(async () => expect(await text('time')).not.to.equal(time));
    expect(await visitor.page.evaluate('document.contains(chart)')).to.equal(true);
    expect(await visitor.page.evaluate('seen.news')).to.deep.equal([]);
    signal('SIGSTOP');
    const waiting = ['<p>3</p>', '<p>4</p>', '<p>5</p>'].map(print);
    await shows(/No worker is alive/);
    await shows(/3 ?the oldest for \d+ s/, '.cards');
    await press('Pause');
    await expectNoFaults();
    const told = (await visitor.page.evaluate('seen.news')) as string[];
    expect(told[0]).to.equal('No worker is alive: documents wait in vain. A worker has fallen silent.');
    expect(told.length, told.join('\n')).to.be.at.most(2); // one has waited for ten seconds, for eleven, …
    signal('SIGCONT');
    for (const { status } of await Promise.all(waiting)) expect(status).to.equal(200);
  });

  it('say that a part is unavailable, and that the gateway itself is', async () => {
    await service.redis.kill();
    await eventually(async () => {
      await visitor.open('/ops');
      expect(await text('main')).to.include('Not known while Redis is unavailable');
    });
    await expectNoFaults();
    visitor.expected = /ERR_INTERNET_DISCONNECTED/;
    await visitor.page.setOfflineMode(true);
    await shows(/^Connection lost: these figures are of \d\d:\d\d:\d\d UTC. Trying again …$/, '[role=alert]');
    await press('Pause');
    await expectNoFaults();
  });
});

import { eventually, freePort } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { visitedService } from './pages/visited-service.js';
import { VIEWS } from './pages/visitor.js';

describe('Pages of the service, light and dark, on a phone and on a desk', () => {
  const visited = visitedService();
  const { print, signal } = visited;
  let { service, visitor } = visited;
  before(async () => {
    ({ service, visitor } = visited);
    await Promise.all(['<p>1</p>', '<p>2</p>'].map(print));
    await visitor.open('/ops', /401/);
    await visitor.logIn(service.adminToken);
  });

  it('document the service in all its pages', async () => {
    for (const path of ['/', '/docs/api/html-to-pdf', '/docs/api/account', '/docs/templates', '/docs']) {
      await visitor.open(path);
      await visitor.expectNoFaults(VIEWS);
    }
    // The other guides are made as `/docs/templates` is: what differs is how wide their parts are.
    const guides = await visitor.page.$$eval('.contents a[href^="/docs/"]', (links) => links.map(({ href }) => href));
    expect(guides.length).to.be.above(10);
    for (const href of guides) {
      await visitor.open(new URL(href).pathname);
      expect(await visitor.flawsOnPhone(), href).to.deep.equal([]);
    }
  });

  it('do not change while nothing happens: a screen reader announces news once, and the focus stays', async () => {
    await visitor.open('/ops');
    const time = await visitor.text('time');
    await visitor.page.evaluate(() => {
      const seen = { news: [] as string[] };
      const news = document.querySelector('[role=status]') as Element;
      new MutationObserver(() => seen.news.push(news.textContent)).observe(news, { childList: true });
      Object.assign(globalThis, { seen, cards: document.querySelector('.cards') });
    });
    await eventually(async () => expect(await visitor.text('time')).not.to.equal(time));
    expect(await visitor.page.evaluate('document.contains(cards)')).to.equal(true);
    expect(await visitor.page.evaluate('seen.news')).to.deep.equal([]);
    signal('SIGSTOP');
    const waiting = ['<p>3</p>', '<p>4</p>', '<p>5</p>'].map(print);
    await visitor.shows(/No worker is alive/);
    await visitor.shows(/3 ?the oldest for \d+ s/, '.cards');
    await visitor.press('Pause');
    await visitor.expectNoFaults();
    const told = (await visitor.page.evaluate('seen.news')) as string[];
    expect(told[0]).to.equal(
      'No worker is alive: documents are not printed. Start a worker, or look at the workers’ logs.',
    );
    // The second one says how long the oldest has waited.
    const different = new Set(told.map((news) => news.replaceAll(/\d+/g, 'N')));
    expect(different.size, told.join('\n')).to.be.at.most(2);
    signal('SIGCONT');
    for (const { status } of await Promise.all(waiting)) expect(status).to.equal(200);
  });

  it('show background work: open batches, and receivers that fail', async () => {
    signal('SIGSTOP');
    const job = { tool: 'html-to-pdf', input: { html: '<p>[[name]]' } };
    const body = { ...job, rows: Array.from({ length: 300 }, () => ({ name: 'Pfirsich' })) };
    const { id } = (await service.call('/api/batches', { body })).body.data;
    for (let turn = 0; turn < 15; turn++) await service.call('/api/jobs', { body: job });
    const webhook = { url: `http://127.0.0.2:${await freePort()}/` };
    await service.call('/api/webhooks/down', { method: 'PUT', body: webhook });
    await service.call('/api/webhooks/down/test', { method: 'POST' });
    await visitor.open('/ops');
    await visitor.shows(/Jobs\d+ waiting, the oldest for \d+ s.*1 open, 300 rows remaining/s);
    await visitor.shows(new RegExp(`${id}.*0 of 300.*127\\.0\\.0\\.2.*target_unreachable`, 's'));
    expect(await visitor.text('main')).not.to.include('Pfirsich');
    await visitor.press('Pause');
    await visitor.expectNoFaults();
    await service.call(`/api/batches/${id}`, { method: 'DELETE' });
    signal('SIGCONT');
    await visitor.open('/ops');
    await visitor.shows(/Jobs0 waiting.*none is open/s);
  });

  it('say that a part is unavailable, and that the gateway itself is', async () => {
    await service.redis.kill();
    await eventually(async () => {
      await visitor.open('/ops');
      expect(await visitor.text('main')).to.include('Not known while Redis is unavailable');
    });
    await visitor.expectNoFaults();
    visitor.expected = /ERR_INTERNET_DISCONNECTED/;
    await visitor.page.setOfflineMode(true);
    await visitor.shows(/^Connection lost: these figures are of \d\d:\d\d:\d\d UTC. Trying again …$/, '[role=alert]');
    await visitor.press('Pause');
    await visitor.expectNoFaults();
  });
});

import { eventually } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { visitedService } from './pages/visited-service.js';

const HTTP = '/api/utilities/http-request';

describe('Pages of the service, light and dark, on a phone and on a desk', () => {
  const visited = visitedService();
  const { print } = visited;
  let { service, visitor } = visited;
  before(() => {
    ({ service, visitor } = visited);
  });

  it('are checked by a visitor that finds visual faults', async () => {
    await visitor.open('/ops', /401/);
    await visitor.page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p>`raw`</p><h4>leap</h4><img src="https://elsewhere.example/">');
      document.body.insertAdjacentHTML('beforeend', '<p class="wide">wide</p>');
      Object.assign((document.querySelector('.wide') as HTMLElement).style, { width: '1500px', color: '#888' });
    });
    const faults = await visitor.faults();
    for (const what of [
      /raw backtick/,
      /heading-order/,
      /image-alt/,
      /color-contrast/,
      /px wider than its window/,
      /Content Security Policy/,
    ]) {
      expect(
        faults.some((fault) => what.test(fault)),
        `${what} in ${faults.join('\n')}`,
      ).to.equal(true);
    }
  });

  it('let the operator in, and report a wrong token', async () => {
    expect(await visitor.open('/ops', /401/)).to.equal(401);
    await visitor.expectNoFaults();
    await visitor.logIn('wrong');
    await visitor.shows(/This is not the admin token/);
    await visitor.expectNoFaults();
    await visitor.logIn(service.adminToken);
    await visitor.shows(/All is well/);
  });

  it('explain the service to a new visitor, and document it', async () => {
    // Small ones of each kind; the long tests look at all.
    for (const path of ['/', '/docs/api/http-request', '/docs/fonts']) {
      await visitor.open(path);
      await visitor.expectNoFaults();
    }
  });

  it('are searched as one types, from any of them', async () => {
    await visitor.open('/docs/fonts');
    await visitor.page.type('input[type=search]', 'footnote');
    await visitor.shows(/^\d+ found$/, '.search [role=status]');
    expect(await visitor.text('.search li:first-child b')).to.match(/footnote/i);
    expect((await visitor.faults()).filter((fault) => !fault.includes('px wider'))).to.deep.equal([]);
    await visitor.open('/docs/fonts');
    await visitor.page.type('input[type=search]', 'xyzzy');
    await visitor.shows(/^Nothing found$/, '.search [role=status]');
  });

  it('show the operator the figures, with the mistakes of callers apart from faults', async () => {
    await Promise.all(['<p>1</p>', '<p>2</p>', '[[#open]]', '[[#open]]', '<p>[[ 1 | unknown ]]'].map(print));
    await service.call(HTTP, { body: { method: 'GET', url: 'http://nowhere.invalid/' } });
    await visitor.open('/ops');
    await visitor.shows(/Faults\s*1\s*in the last hour; callers’ mistakes: 3/, '.cards');
    await visitor.press('Pause');
    await visitor.expectNoFaults();
    const [faults = '', mistakes = ''] = await visitor.page.$$eval('section:has(table)', (all) =>
      all.map(({ textContent }) => textContent),
    );
    expect(faults)
      .to.match(/^Faults .*1\s*502 target_unreachable/s)
      .and.not.include('template');
    expect(mistakes)
      .to.match(/^Callers’ mistakes .*3\s*422 template_invalid/s)
      .and.not.include('target_');
  });

  it('say to the receiver of a link what to do, and to others what is wrong; programs get JSON', async () => {
    const forReceivers = {
      [`/files/${'x'.repeat(40)}.pdf`]: [/^There is no file at this link$/, /^Check that the link is complete, or ask/],
      [await expiredLink()]: [/^This link has expired$/, /^Ask the sender for a new one\.$/],
      [`${(await downloadLink()).slice(0, -8)}AAAA.pdf`]: [/^This link is not complete$/, /^Open it exactly as you/],
    } as const;
    for (const [link, [title, advice]] of Object.entries(forReceivers)) {
      expect(await visitor.open(link, /40[34]|410/), link).to.be.oneOf([403, 404, 410]);
      await visitor.expectNoFaults();
      await visitor.shows(title, 'h1');
      await visitor.shows(advice, '.advice');
      expect(await visitor.page.$$('main a, header nav'), 'nothing of a service that they do not know').to.deep.equal(
        [],
      );
      await expectFolded(/40[34] \w+, request [\w-]+|410 file_expired, request [\w-]+/);
    }
    const others = ['/dosc', '/ops/nothing', '/%zz'];
    for (const link of others) {
      expect(await visitor.open(link, /404/), link).to.equal(404);
      await visitor.expectNoFaults();
      await visitor.shows(/Not Found/, 'h1');
      expect(await visitor.page.$$('main a[href="/docs"]')).to.have.lengthOf(1);
    }
    await expectFolded(/404 path_unknown, request [\w-]+/);
    const paths = [...Object.keys(forReceivers), ...others];
    for (const [path, accept] of [...paths.map((path) => [path, '*/*']), ['/api/usage', 'text/html']] as const) {
      const answer = await fetch(service.url + path, { headers: { accept } });
      expect(answer.headers.get('content-type'), path).to.equal('application/json; charset=utf-8');
      expect(await answer.json()).to.have.all.keys('success', 'error');
    }
    const page = await fetch(`${service.url}/dosc`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('x-error-code')).to.equal('path_unknown');
    expect(page.headers.get('vary')).to.match(/^Accept(?:,|$)/);
    expect(await page.text()).to.include('Did you mean <code>/docs</code>?');
  });

  /** Code and request are behind a word, and there. */
  const expectFolded = async (what: RegExp): Promise<void> => {
    expect(await visitor.page.$eval('details', ({ open }) => open)).to.equal(false);
    expect(await visitor.text('details')).to.match(what);
  };
  const downloadLink = async (): Promise<string> => {
    const { body } = await print('<p>1</p>');
    return new URL(body.data.download_url).pathname;
  };
  /** A signed link of this service works for a second. */
  const expiredLink = async (): Promise<string> => {
    const { body } = await print('<p>1</p>');
    await eventually(async () => expect((await fetch(body.data.signed_url)).status).to.equal(410));
    return body.data.signed_url.slice(service.url.length);
  };
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { gate, refusal } from './tab.js';
import { writers } from './writers.js';

const SAVE = /^\/studio\/api\/variables\/[\w-]+$/;
const PUBLISH = /\/publish$/;

describe('Words in the studio are not lost when the service does not answer as wished:', () => {
  const surroundings = writers();
  const { begin, open, stored } = surroundings;

  it('14. offline: the bar says that the text is kept, and the save resumes', async () => {
    const { name, tab } = await begin();
    await tab.page.setOfflineMode(true);
    await tab.write(' mine');
    await tab.says(/^Offline: kept here/);
    await tab.press('Control+s');
    await tab.says(/^Offline: kept here/);
    await tab.write(' more');
    await tab.page.setOfflineMode(false);
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine more');
  });

  it('15. offline without a save: nothing is sent unasked when the connection is back', async () => {
    const { name, tab } = await begin();
    await tab.page.setOfflineMode(true);
    await tab.write(' mine');
    await tab.says(/^Offline: kept here/);
    await tab.page.setOfflineMode(false);
    await tab.says(/^Unsaved changes/);
    expect(await stored(name)).to.equal('<p>begin');
  });

  it('16. offline, and the tab crashes: the text is offered', async () => {
    const { name, tab } = await begin();
    await tab.page.setOfflineMode(true);
    await tab.write(' mine');
    await tab.says(/^Offline: kept here/);
    await tab.keeps(/ mine/);
    await tab.crash();
    const later = await open(name);
    await later.choose('Restore');
    await later.reads(/begin mine/);
  });

  it('17. the service cannot be reached: the save is sent again', async () => {
    const { name, tab } = await begin();
    const end = await tab.instead('PUT', SAVE, (request) => request.abort('connectionrefused'));
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.says(/^Not saved yet, kept here: the service cannot be reached/);
    await end();
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
  });

  for (const [number, status, code] of [
    [18, 429, 'rate_limited'],
    [19, 503, 'unavailable'],
  ] as const)
    it(`${number}. the service answers ${status}: the save is sent again when it may be`, async () => {
      const { name, tab } = await begin();
      let refused = 0;
      await tab.instead('PUT', SAVE, (request) =>
        ++refused > 1 ? request.continue() : request.respond(refusal(status, code, 'Wait.', { 'retry-after': '1' })),
      );
      await tab.write(' mine');
      await tab.press('Control+s');
      await tab.says(/^Not saved yet, kept here: Wait\./);
      await tab.says(/^Draft saved/);
      expect(await stored(name)).to.equal('<p>begin mine');
    });

  for (const [number, status, code] of [
    [20, 500, 'internal'],
    [21, 413, 'body_too_large'],
    [22, 422, 'storage_quota_exceeded'],
  ] as const)
    it(`${number}. the service answers ${status}: the bar says why, and the next save has the text`, async () => {
      const { name, tab } = await begin();
      const end = await tab.instead('PUT', SAVE, (request) => request.respond(refusal(status, code, 'Too much.')));
      await tab.write(' mine');
      await tab.press('Control+s');
      await tab.says(/^Could not save: Too much\./);
      await tab.reads(/begin mine/);
      await end();
      await tab.write(' more');
      await tab.says(/^Unsaved changes/);
      await tab.press('Control+s');
      await tab.says(/^Draft saved/);
      expect(await stored(name)).to.equal('<p>begin mine more');
    });

  it('23. the answer is lost: the same save again is no conflict', async () => {
    const { name, tab } = await begin();
    const session = await tab.page.createCDPSession();
    await session.send('Fetch.enable', { patterns: [{ urlPattern: `*/variables/${name}`, requestStage: 'Response' }] });
    session.once('Fetch.requestPaused', ({ requestId }) => {
      void session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      void session.send('Fetch.disable');
    });
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.says(/^Not saved yet/);
    expect(await stored(name), 'it has arrived').to.equal('<p>begin mine');
    await tab.says(/^Draft saved/);
    await tab.asksNothing();
  });

  it('24. the save is slow, and the text is edited meanwhile', async () => {
    const { name, tab } = await begin();
    const slow = gate();
    const end = await tab.instead('PUT', SAVE, async (request) => {
      await slow.opened;
      await request.continue();
    });
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.says(/^Saving/);
    await tab.write(' more');
    slow.open();
    await tab.says(/^Unsaved changes/);
    await end();
    expect(await stored(name)).to.equal('<p>begin mine');
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine more');
  });

  it('25. saves overtake each other: they are sent one after the other', async () => {
    const { name, tab } = await begin();
    for (const letter of 'abcdefgh') {
      await tab.write(letter);
      await tab.press('Control+s');
    }
    await tab.says(/^Draft saved/);
    await tab.asksNothing();
    expect(await stored(name)).to.equal('<p>beginabcdefgh');
  });

  it('26. publishing fails: the draft is saved, and the dialog says why', async () => {
    const { name, tab } = await begin();
    await tab.instead('POST', PUBLISH, (request) => request.respond(refusal(500, 'internal', 'A fault.')));
    await tab.write(' mine');
    await tab.press('Control+Enter');
    await tab.page.waitForSelector('dialog input:focus');
    await tab.press('Enter');
    await tab.asks(/A fault\./);
    await tab.press('Escape');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
  });

  it('27. the session has ended: the text stays, and is saved after the sign-in', async () => {
    const { name, tab } = await begin();
    await tab.page.evaluate(() => fetch('/studio/session', { method: 'DELETE' }));
    await tab.write(' mine');
    await tab.press('Control+s');
    await tab.asks(/Your session has ended/);
    await tab.reads(/begin mine/);
    await tab.signIn(surroundings.service.token);
    await tab.press('Escape');
    await tab.asksNothing();
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
  });

  it('28. another account signs in, in another tab: the text is not saved there, nor offered to it', async () => {
    const { service } = surroundings;
    const { name, tab } = await begin();
    await tab.write(' mine');
    const { token } = await service.createAccount('another');
    const other = await open('', token);
    await tab.press('Control+s');
    await tab.asks(/Your session has ended/);
    await tab.reads(/begin mine/);
    const headers = { 'content-type': 'application/json' };
    await service.call(`/api/variables/${name}`, {
      ...{ method: 'PUT', token, headers, body: { kind: 'html', content: 'other' } },
    });
    await other.visit(name);
    await other.reads(/^other$/);
    await other.asksNothing();
    await tab.signIn(service.token);
    await tab.press('Escape');
    await tab.asksNothing();
    await tab.press('Control+s');
    await tab.says(/^Draft saved/);
    expect(await stored(name)).to.equal('<p>begin mine');
  });
});

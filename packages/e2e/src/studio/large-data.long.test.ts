/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import { TestService, table } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

/** The pause after each key, in which its preview begins. */
const PAUSE_MS = 200;
/** What the size may add to a key: the time of one picture of the screen. */
const MOST_MS = 16;
/** The most text that a key may read or write as JSON, in characters. The controls of the options have some hundred. */
const MOST_JSON = 20_000;

const ITEMS = Array.from({ length: 16_500 }, (_, index) => ({
  number: index,
  name: `Article ${(index * 7919) % 100_003} of the catalogue, with a description of some length`,
  price: `${index % 97}.${String(index % 100).padStart(2, '0')}`,
}));
const HTML = `<h1>[[title]]</h1>\n${'<!-- a line of the template, which is long, as if it had been made by a program -->\n'.repeat(3_600)}`;

interface Work {
  /** The processor time of the page's scripts for each key, in milliseconds: of the editor, its previews and their pages. */
  milliseconds: number;
  /** The characters that were read and written as JSON for each key. */
  json: number;
  previews: number;
}

describe('A key in the studio with 2.3 MB of data and 300 KB of HTML', () => {
  let service: TestService;
  let studio: StudioPage;
  before(async () => {
    service = await TestService.start();
    const large = { title: 'Large', items: ITEMS };
    expect(JSON.stringify(large, null, 2).length).to.be.within(2_200_000, 2_600_000);
    expect(HTML.length).to.be.above(300_000);
    for (const [name, content, data] of [
      ['large', HTML, large],
      ['small', HTML.slice(0, 300), { title: 'Small', items: ITEMS.slice(0, 3) }],
    ] as const) {
      const body = { kind: 'html', content, draft: true, sample_data: { only: data } };
      const saved = await service.call(`/api/variables/${name}`, { method: 'PUT', body });
      expect(saved.status, saved.body.error).to.equal(200);
    }
    studio = await StudioPage.launch(service);
    await studio.page.evaluateOnNewDocument(countWork);
    await studio.page.reload();
    await studio.signIn();
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await service.stop();
  });

  /** Types in the open text. */
  const workOf = async (text: string): Promise<Work> => {
    const session = await studio.page.createCDPSession();
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const scriptMs = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0);
    };
    await studio.page.evaluate('Object.assign(work, { json: 0, previews: 0 })');
    const before = await scriptMs();
    for (const key of text) {
      await studio.type(key);
      await sleep(PAUSE_MS);
    }
    const milliseconds = ((await scriptMs()) - before) / text.length;
    const { json, previews } = (await studio.page.evaluate('work')) as Work;
    await session.detach();
    return { milliseconds, json: json / text.length, previews };
  };
  /** Types in the HTML and in the data of a template. */
  const typedIn = async (name: string): Promise<Work[]> => {
    await studio.page.evaluate(`location.hash = '#/${name}'`);
    await studio.shows(new RegExp(name), 'h1');
    await studio.showsPages(new RegExp(name, 'i'));
    await studio.page.focus('>>> .cm-content');
    await studio.press('Control+Home');
    await studio.press('End');
    const inHtml = await workOf(' [[title]] [[title]]');
    await studio.page.click('::-p-aria([name="Data"][role="tab"])');
    await studio.page.focus('>>> .cm-content');
    await studio.press('Control+Home');
    await studio.press('ArrowDown');
    await studio.press('End');
    for (let back = 0; back < 2; back++) await studio.press('ArrowLeft');
    const inData = await workOf('abcdefghijklmnopqrst');
    await studio.showsPages(new RegExp(`${name}abcdefghijklmnopqrst`, 'i'));
    await studio.press('Control+s');
    await studio.shows(/saved/i, '.status');
    return [inHtml, inData];
  };

  it('takes hardly longer than with little, and reads and writes no JSON', async () => {
    const [small, large] = [await typedIn('small'), await typedIn('large')];
    const rows = large.map((work, index) => [
      ['HTML', 'data'][index] ?? '',
      (small[index]?.milliseconds ?? 0).toFixed(1),
      work.milliseconds.toFixed(1),
      String(Math.round(work.json)),
      String(work.previews),
    ]);
    const head = ['typed in', 'small, ms a key', 'large, ms a key', 'JSON, characters a key', 'previews'];
    process.stdout.write(`${table(head, rows).join('\n')}\n`);
    for (const [index, { milliseconds, json, previews }] of large.entries()) {
      expect(previews).to.be.above(5);
      expect(json).to.be.below(MOST_JSON);
      expect(milliseconds - (small[index]?.milliseconds ?? 0)).to.be.below(MOST_MS);
    }
  });
});

/** Runs before the page's scripts: counts the JSON of its main thread, and the previews. */
function countWork(): void {
  const work = { json: 0, previews: 0 };
  Object.assign(globalThis, { work });
  const { parse, stringify } = JSON;
  JSON.parse = (text: string, ...others: []) => {
    work.json += String(text).length;
    return parse(text, ...others);
  };
  JSON.stringify = (value: unknown, ...others: []) => {
    const text = stringify(value, ...others);
    work.json += text?.length ?? 0;
    return text;
  };
  const { fetch } = globalThis;
  globalThis.fetch = (target, ...others) => {
    if (String(target).endsWith('/preview')) work.previews += 1;
    return fetch(target, ...others);
  };
}

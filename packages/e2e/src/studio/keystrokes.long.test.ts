/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import { TestService, table } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { StudioPage } from './studio-page.js';

const KEYS = 200;
const PAUSE_MS = 200;
const TEXT = Array.from({ length: KEYS }, (_, index) => 'abcdefghijklmnopqrstuvwxyz'[index % 26]).join('');

interface Picture {
  edit: number;
  newest: number;
  /** The text of the shown page. */
  text: string;
  /** The text in the editor when the picture was shown. */
  written: string;
  /** The time since the last key in milliseconds. */
  after: number;
}

describe('Typing in the studio', () => {
  let service: TestService;
  let studio: StudioPage;
  before(async () => {
    service = await TestService.start();
    const template = { kind: 'html', content: '<body style="overflow-wrap: anywhere">', draft: true };
    await service.call('/api/variables/typed', { method: 'PUT', body: template });
    studio = await StudioPage.launch(service);
    await studio.signIn();
  });
  after(async () => {
    await studio?.close(); // absent if the start failed
    await service.stop();
  });

  it(`shows ${KEYS} keystrokes without one stale picture, and cancels what they overtake`, async () => {
    const sent: string[] = [];
    const cancelled: string[] = [];
    const isPreview = (url: string): boolean => url.endsWith('/studio/api/preview');
    studio.page.on('request', (request) => void (isPreview(request.url()) && sent.push('')));
    studio.page.on('requestfailed', (request) => void (isPreview(request.url()) && cancelled.push('')));
    await studio.tabTo('typed');
    await studio.press('Enter');
    await studio.page.waitForSelector('.pages[data-edit]');
    await studio.press('Control+End');
    await studio.page.evaluate(watchPictures);
    for (const key of TEXT) {
      await studio.type(key);
      await sleep(PAUSE_MS);
    }
    await studio.showsPages(/z/);
    const pictures = (await studio.page.evaluate('pictures')) as Picture[];
    expect(pictures.filter(({ edit, newest }) => edit !== newest)).to.deep.equal([]);
    expect(pictures.filter(({ text, written }) => text !== written)).to.deep.equal([]);
    const edits = pictures.map(({ edit }) => edit);
    expect(edits).to.deep.equal([...new Set(edits)].sort((one, other) => one - other));
    expect(pictures.at(-1)?.text).to.equal(TEXT);
    const times = pictures.map(({ after }) => after).sort((one, other) => one - other);
    const part = (share: number): string => `${Math.round(times[Math.ceil(share * times.length) - 1] ?? 0)} ms`;
    const row = [
      String(KEYS),
      String(sent.length),
      String(cancelled.length),
      String(times.length),
      part(0.5),
      part(0.95),
    ];
    const head = ['keys', 'previews', 'cancelled', 'pictures', 'median', '95th'];
    process.stdout.write(`${table(head, [row]).join('\n')}\n`);
  });
});

/** Runs in the page: notes each picture when it is shown, with the text in the editor at that moment. */
function watchPictures(): void {
  const pages = document.querySelector<HTMLElement>('.preview .pages');
  const text = document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content');
  if (!pages || !text) throw new Error('The studio has no pages or no text.');
  const pictures: Picture[] = [];
  Object.assign(globalThis, { pictures });
  let pressed = performance.now();
  addEventListener('keydown', () => (pressed = performance.now()), true);
  new MutationObserver(() => {
    pictures.push({
      ...{ edit: Number(pages.dataset['edit']), newest: Number(pages.dataset['newest']) },
      text: [...pages.querySelectorAll('.page-text')]
        .map((each) => each.textContent)
        .join('')
        .replace(/\s/g, ''),
      written: (text.textContent ?? '').replace(/<[^>]*>|\s/g, ''),
      after: performance.now() - pressed,
    });
  }).observe(pages, { attributeFilter: ['data-edit'] });
}

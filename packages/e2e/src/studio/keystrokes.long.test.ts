/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import { TestService, table } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { HTTPRequest } from 'puppeteer';
import { StudioPage } from './studio-page.js';

/** The number of keys, and the pause after each in milliseconds. */
const RUNS = [
  [60, 200],
  [60, 60],
] as const;
const textOf = (keys: number): string =>
  Array.from({ length: keys }, (_, index) => 'abcdefghijklmnopqrstuvwxyz'[index % 26]).join('');

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

  /** Types after what is written. @returns the pictures, and the counts of previews that were sent and cancelled. */
  const typed = async (text: string, pauseMs: number) => {
    const counts = { sent: 0, cancelled: 0 };
    const count = (name: keyof typeof counts) => (request: HTTPRequest) => {
      if (request.url().endsWith('/studio/api/preview')) counts[name] += 1;
    };
    const [sent, cancelled] = [count('sent'), count('cancelled')];
    studio.page.on('request', sent).on('requestfailed', cancelled);
    await studio.page.evaluate(watchPictures);
    for (const key of text) {
      await studio.type(key);
      await sleep(pauseMs);
    }
    await studio.showsPages(/./);
    studio.page.off('request', sent).off('requestfailed', cancelled);
    return { pictures: (await studio.page.evaluate('pictures')) as Picture[], ...counts };
  };

  it('shows not one stale picture, at five keys a second and faster than it prints', async () => {
    await studio.tabTo('typed');
    await studio.press('Enter');
    await studio.page.waitForSelector('.pages[data-edit]');
    await studio.press('Control+End');
    const rows: string[][] = [];
    let written = '';
    for (const [keys, pauseMs] of RUNS) {
      const text = textOf(keys);
      written += text;
      const { pictures, sent, cancelled } = await typed(text, pauseMs);
      expect(pictures.filter(({ edit, newest }) => edit !== newest)).to.deep.equal([]);
      expect(pictures.filter((picture) => picture.text !== picture.written)).to.deep.equal([]);
      const edits = pictures.map(({ edit }) => edit);
      expect(edits).to.deep.equal([...new Set(edits)].sort((one, other) => one - other));
      expect(pictures.at(-1)?.text).to.equal(written);
      const times = pictures.map(({ after }) => after).sort((one, other) => one - other);
      const part = (share: number): string => `${Math.round(times[Math.ceil(share * times.length) - 1] ?? 0)} ms`;
      rows.push([
        `${keys}, one per ${pauseMs} ms`,
        ...[sent, cancelled, times.length].map(String),
        part(0.5),
        part(0.95),
      ]);
    }
    const head = ['keys', 'previews', 'cancelled', 'pictures', 'median', '95th'];
    process.stdout.write(`${table(head, rows).join('\n')}\n`);
  });
});

/** Runs in the page: notes each picture when it is shown, with the text in the editor at that moment. */
function watchPictures(): void {
  const pages = document.querySelector<HTMLElement>('.preview .pages');
  const text = document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content');
  if (!pages || !text) throw new Error('The studio has no pages or no text.');
  const { watched } = globalThis as { watched?: MutationObserver };
  watched?.disconnect();
  const pictures: Picture[] = [];
  let pressed = performance.now();
  addEventListener('keydown', () => (pressed = performance.now()), true);
  const observer = new MutationObserver(() => {
    pictures.push({
      edit: Number(pages.dataset['edit']),
      newest: Number(pages.dataset['newest']),
      text: [...pages.querySelectorAll('.page-text')]
        .map((each) => each.textContent)
        .join('')
        .replace(/\s/g, ''),
      written: (text.textContent ?? '').replace(/<[^>]*>|\s/g, ''),
      after: performance.now() - pressed,
    });
  });
  observer.observe(pages, { attributeFilter: ['data-edit'] });
  Object.assign(globalThis, { pictures, watched: observer });
}

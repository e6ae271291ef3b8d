/**
 * `npm run pictures`: the screenshots of pages in `docs/images`, from a service that has worked for some minutes, and the samples in the
 * gallery of the studio; with `--samples` only these.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestService } from '@toolpress/testkit';
import { StudioPage } from '../studio/studio-page.js';
import { takeThumbnails } from './thumbnails.js';
import { Visitor } from './visitor.js';

const MINUTES = 5;
const CALLERS = 4;
/** The pause between a caller's answer and its next call. */
const PAUSE_MS = 150;

const fileOf = (name: string) =>
  `${fileURLToPath(new URL('../../../../docs/images', import.meta.url))}/${name}.png` as const;

const service = await TestService.start({ workers: 2, env: { LOG_LEVEL: 'info' } });
const visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
try {
  await takeThumbnails(service, visitor.page);
  if (!process.argv.includes('--samples')) await takeScreenshots();
} finally {
  await visitor.close();
  await service.stop();
}

async function takeScreenshots(): Promise<void> {
  const end = Date.now() + MINUTES * 60_000;
  const beginnings = Array.from({ length: CALLERS }, (_, index) => ((index * MINUTES) / (CALLERS + 1)) * 60_000);
  const callers = beginnings.map((after) => sleep(after).then(() => callUntil(end)));
  await sleep(end - Date.now() - 5_000);
  await visitor.open('/');
  await visitor.picture(fileOf('home'), 900);
  await visitor.open('/docs/api/html-to-pdf');
  await visitor.picture(fileOf('docs'), 680);
  await visitor.open('/ops');
  await visitor.logIn(service.adminToken);
  await visitor.picture(fileOf('ops'));
  const studio = await StudioPage.launch(service);
  try {
    await studio.signIn();
    await studio.openSample('Invoice');
    await studio.showsPages(/Invoice/);
    await studio.visitor.picture(fileOf('studio'), 800);
  } finally {
    await studio.close();
  }
  await Promise.all(callers);
}

/** Mostly documents, sometimes a refused request, rarely a failing one. */
async function callUntil(end: number): Promise<void> {
  for (let number = 1; Date.now() < end; number++) {
    const html = number % 50 === 0 ? '[[#items]]' : '<h1>Invoice [[number]]</h1>';
    await service.call('/api/utilities/html-to-pdf', { body: { html, data: { number } } });
    const url = number % 300 === 0 ? 'http://nowhere.invalid/' : 'http://127.0.0.1/';
    if (number % 75 === 0) await service.call('/api/utilities/http-request', { body: { method: 'GET', url } });
    await sleep(PAUSE_MS);
  }
}

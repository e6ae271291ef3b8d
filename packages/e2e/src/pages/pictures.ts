/**
 * `npm run pictures`: the pictures in `docs/images`, and the samples in the gallery of the studio. Those that the pages of the service show
 * are made first (`npm run pictures -- shown`: only they); the screenshots of pages need a service that has worked for some minutes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestService } from '@toolpress/testkit';
import { StudioPage } from '../studio/studio-page.js';
import { HOME_FOLDER, invoiceTemplate, runHomeExamples } from './home-examples.js';
import { takeThumbnails } from './thumbnails.js';
import { Visitor } from './visitor.js';

const MINUTES = 5;
const CALLERS = 4;
/** The pause between a caller's answer and its next call. */
const PAUSE_MS = 150;

const pathOf = (name: string): string => join(fileURLToPath(new URL('../../../../docs/images', import.meta.url)), name);
const fileOf = (name: string) => `${pathOf(name)}.png` as const;
const shownFileOf = (name: string) => `${pathOf(name)}.webp` as const;

await storeHomeExamples();
const service = await TestService.start({ workers: 2, env: { LOG_LEVEL: 'info' } });
const visitor = await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url);
try {
  await takeThumbnails(service, visitor.page);
  await pictureQuickStart();
  if (process.argv[2] !== 'shown') await pictureService();
} finally {
  await visitor.close();
  await service.stop();
}

/** Stores the answers that the start page shows. */
async function storeHomeExamples(): Promise<void> {
  const { documents, answers } = await runHomeExamples();
  for (const [name, answer] of answers)
    writeFileSync(join(HOME_FOLDER, `${name}.answer.json`), `${JSON.stringify(answer, null, 2)}\n`);
  const printer = await Visitor.launch(process.env['CHROME_PATH'] ?? '', 'about:blank');
  for (const [name, { png }] of documents) await printer.toWebp(png, shownFileOf(name));
  await printer.close();
}

/** The studio with the invoice of the start page, after a sign-in and while it is written. */
async function pictureQuickStart(): Promise<void> {
  await service.call('/api/variables/invoice', { method: 'PUT', body: invoiceTemplate() });
  const studio = await StudioPage.launch(service);
  try {
    await studio.signIn();
    await studio.shows(/invoice/, 'main');
    await studio.visitor.picture(shownFileOf('quick-sign-in'), 480);
    await studio.open('invoice');
    await studio.showsPages(/1,678\.09/);
    await studio.visitor.picture(shownFileOf('quick-template'), 760);
  } finally {
    await studio.close();
  }
}

/** The pages while callers print documents. */
async function pictureService(): Promise<void> {
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

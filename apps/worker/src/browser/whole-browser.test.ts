import { ServiceError } from '@toolpress/contract';
import { pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import {
  chromiumPath,
  LIMIT_MS,
  MAX_PDF_BYTES,
  noise,
  sheet,
  startTestRenderer,
  type TestRenderer,
} from '../testing/chromium.js';
import { isHeadlessShell, sharedLimits } from './launch.js';
import { errorOfCrash, PageCrashed } from './print-errors.js';

/** `CHROME_PATH=/usr/bin/chromium ./scripts/test …` has these tests run; with a headless shell they are skipped. */
const isWhole = !isHeadlessShell(chromiumPath());
const SHELL = '/usr/bin/chromium-headless-shell';
const MEBIBYTE = 1024 * 1024;
/** The limit of a print in milliseconds; noise prints slowly. */
const SLOW_LIMIT_MS = 240_000;

/** Each of these has a font file of some 20 MB, the emoji one of 10 MB. */
const LARGE_FONTS = ['Sans', 'Serif']
  .flatMap((style) => ['normal', 'bold'].map((weight) => `font: ${weight} 1em 'Noto ${style} CJK JP'`))
  .map((font) => `<p lang="ja" style="${font}">煎茶</p>`)
  .join('');

describe('The limits of a browser', () => {
  it('leave room for font files in a whole one, and let no longer message out of it', () => {
    const [shell, whole] = [SHELL, '/usr/bin/chromium'].map((path) => sharedLimits(path, 50 * MEBIBYTE));
    expect(shell?.fileBytes).to.equal(64 * MEBIBYTE);
    expect(whole?.fileBytes).to.equal(512 * MEBIBYTE);
    expect(whole?.messageBytes).to.equal(shell?.messageBytes);
  });

  it('are those of a headless shell under each of its names', () => {
    for (const path of [SHELL, '/opt/chrome-headless-shell', '/opt/headless_shell'])
      expect(isHeadlessShell(path), path).to.equal(true);
    for (const path of ['/usr/bin/google-chrome', '/opt/headless-shell/chrome'])
      expect(isHeadlessShell(path), path).to.equal(false);
  });

  it('explain a refused print by a large PDF only where nothing else is handed over', () => {
    const refused = new PageCrashed('page', 'refused', 400 * MEBIBYTE);
    const errorIn = (path: string) => errorOfCrash(refused, sharedLimits(path, MAX_PDF_BYTES), MAX_PDF_BYTES);
    expect(errorIn(SHELL)?.code).to.equal('pdf_too_large');
    expect(errorIn('/usr/bin/chromium')).to.equal(undefined);
  });
});

describe('A whole browser', () => {
  let renderer: TestRenderer;
  before(async function () {
    if (!isWhole) return this.skip();
    renderer = await startTestRenderer({ concurrency: 2, pageLimitMs: SLOW_LIMIT_MS });
  });
  after(() => renderer?.close());

  it('prints a document whose font files take more than 64 MiB', async () => {
    const pdf = await renderer.print(sheet(`${LARGE_FONTS}<p>👩🏽‍🌾</p>`), LIMIT_MS);
    expect(pdfText(pdf).match(/煎茶/g)).to.have.lengthOf(4);
  });

  it('refuses a PDF that was seen to be too large, and prints the document beside it', async () => {
    const [error, beside] = await Promise.all([
      renderer.print(sheet(noise(1_250, 1_800)), SLOW_LIMIT_MS).catch((thrown: unknown) => thrown),
      renderer.print(sheet('<p>beside</p>'), SLOW_LIMIT_MS),
    ]);
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'pdf_too_large' });
    expect(pdfText(beside)).to.include('beside');
    expect(pdfText(await renderer.print(sheet('<p>next</p>'), LIMIT_MS))).to.include('next');
  });
});

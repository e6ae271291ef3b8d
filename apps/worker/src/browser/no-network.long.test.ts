import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDocument, DocumentFiles } from '@toolpress/document';
import { POLICY_CASES } from '@toolpress/document/policy-cases';
import {
  type HttpTarget,
  makeCertificate,
  pdfFonts,
  pdfText,
  type Sentinels,
  sfnt,
  startHttpTarget,
  startSentinels,
  svgTable,
  testFontTables,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { FetchedImages } from '../resources/image-source.js';
import type { LoadableFonts } from '../resources/own-fonts.js';
import { chromiumPath, LIMIT_MS, PIXEL, sheet, startTestRenderer, type TestRenderer } from '../testing/chromium.js';
import { everywhere, hostileDrawings } from '../testing/hostile-images.js';
import { hostileLoads } from '../testing/hostile-loads.js';
import type { Printer } from './printer.js';

/** What the sheets of the policy table are for. */
const STYLED =
  '<p title="x" data-x="x" data-w="1px"><b>x</b></p><ul><li>x</li></ul><a href="https://a.example/">x</a><svg><rect/></svg>';
const LOGO = 'https://img.example/logo.png';
const DRAWING = 'https://img.example/drawing.svg';
const pixel = { type: 'image/png', bytes: Buffer.from(PIXEL.slice(PIXEL.indexOf(',')), 'base64') };
const fetched: FetchedImages = new Map([[LOGO, pixel]]);

describe('The browser has no network', () => {
  let folder: string;
  let plain: Sentinels;
  let tls: HttpTarget;
  let renderer: TestRenderer;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolpress-net-'));
    plain = await startSentinels();
    tls = await startHttpTarget((_request, response) => response.end('x'), {
      tls: makeCertificate({ subject: 'target', names: ['127.0.0.2', 'localhost'] }),
    });
    // The browser's network log also contains DNS look-ups.
    const program = join(folder, 'chromium');
    writeFileSync(program, `#!/bin/sh\nexec '${chromiumPath()}' '--log-net-log=${join(folder, 'log.json')}' "$@"\n`);
    chmodSync(program, 0o700);
    renderer = await startTestRenderer({ executablePath: program });
  });
  after(async () => {
    await Promise.all([plain.close(), tls.close()]);
    rmSync(folder, { recursive: true });
  });

  /** The document may be printed, refused, or given up. */
  const attempt = (html: string): Promise<unknown> =>
    renderer.print(sheet(html, fetched), LIMIT_MS).catch((error: unknown) => error);

  it('for an unchecked document', async () => {
    for (const [what, html] of Object.entries(hostileLoads(`http://127.0.0.1:${plain.port}`))) {
      await attempt(`${html}<img src="${LOGO}">`);
      expect(plain.connections, what).to.equal(0);
    }
  });

  it('for a document that waits', async () => {
    for (const base of [`http://127.0.0.1:${plain.port}`, tls.url, `https://a.name.example:${tls.port}`]) {
      const html = Object.values(hostileLoads(base)).join('\n');
      const work = sheet(html, fetched);
      const run = async (printer: Printer): Promise<Buffer> => {
        const pdf = await work.run(printer);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return pdf;
      };
      await renderer.print({ ...work, run }, LIMIT_MS).catch((error: unknown) => error);
    }
    expect(plain.connections + tls.connections).to.equal(0);
  });

  it('nor does a document that was checked, which tries nothing any more', async () => {
    for (const [what, html] of Object.entries(hostileLoads(tls.url))) {
      const checked = checkedOrNothing({ html });
      if (checked === undefined) continue;
      const work = { ...sheet(checked.html, fetched), deadAddresses: checked.reports.addresses };
      const outcome = await renderer.print(work, LIMIT_MS).catch((error: unknown) => error);
      // Images may be fetched from outside: that is what the gate stops here.
      if (checked.images.length === 0) expect(outcome, `${what}: ${checked.html}`).to.be.instanceOf(Buffer);
    }
    expect(tls.connections).to.equal(0);
  });

  it('for a drawing in any place of an image: it does not even resolve names', async () => {
    for (const base of [`http://127.0.0.1:${plain.port}`, tls.url]) {
      for (const [what, drawing] of Object.entries(hostileDrawings(base))) {
        // Put into the document, and requested by it.
        for (const text of [drawing, drawing + ' '.repeat(300_000)]) {
          const drawn = { type: 'image/svg+xml', bytes: Buffer.from(text) };
          const work = sheet(everywhere(DRAWING), new Map([[DRAWING, drawn]]));
          const pdf = await renderer.print(work, LIMIT_MS).catch((error: unknown) => error);
          expect(pdf, what).to.be.instanceOf(Buffer);
          expect(pdfText(pdf as Buffer), what).not.to.include('root:');
          expect(plain.connections + tls.connections, what).to.equal(0);
        }
      }
    }
  });

  it('for any case of the policy table: allowed content prints with its images, rejected content reaches no server', async () => {
    const refused = POLICY_CASES.filter(({ accepted }) => !accepted);
    const isMarkup = ({ parts }: (typeof refused)[number]): boolean => parts.css?.includes('</') ?? true;
    for (const { parts } of refused.filter(isMarkup)) await attempt(`<style>${parts.css ?? ''}</style>${parts.html}`);
    // One sheet can't change what the next one says.
    for (const some of batchesOf(refused.filter((one) => !isMarkup(one))))
      await attempt(some.map(({ parts }) => `<style>${parts.css}</style>`).join('') + STYLED);
    const left = POLICY_CASES.flatMap(({ name, parts }) => {
      const checked = checkedOrNothing(parts.css === undefined ? parts : { ...parts, html: STYLED });
      return checked === undefined ? [] : [{ name, checked }];
    });
    // What was checked is whole: none of it reaches into what stands behind it.
    for (const some of batchesOf(left)) {
      const handed = new Map(some.flatMap(({ checked }) => checked.images.map(({ url }) => [url, pixel] as const)));
      const deadAddresses = new Set(some.flatMap(({ checked }) => [...checked.reports.addresses]));
      const html = some.map(({ checked }) => checked.html).join('');
      const outcome = await renderer.print({ ...sheet(html, handed), deadAddresses }, LIMIT_MS).catch((error) => error);
      expect(outcome, some.map(({ name }) => name).join('; ')).to.be.instanceOf(Buffer);
    }
  });

  it('nor do the sheets of the policy table, when a document links or imports them', async () => {
    const sheets = POLICY_CASES.flatMap(({ parts: { css } }) => css ?? []).filter((css) => isSheet(css));
    for (const rule of [
      (name: string) => `<link rel=stylesheet href=${name}>`,
      (name: string) => `<style>@import "${name}" layer(x);</style>`,
    ]) {
      for (let from = 0; from < sheets.length; from += 40) {
        const files = Object.fromEntries(sheets.slice(from, from + 40).map((css, index) => [`${index}.css`, css]));
        const html = `${Object.keys(files).map(rule).join('')}<p data-x="${tls.url}">x</p>`;
        const checked = checkDocument({ html }, { files: new DocumentFiles(files) });
        expect(checked.html.match(/<style/g)).to.have.length.of.at.least(Object.keys(files).length);
        const work = { ...sheet(checked.html, fetched), deadAddresses: checked.reports.addresses };
        expect(await renderer.print(work, LIMIT_MS)).to.be.instanceOf(Buffer);
      }
    }
    expect(tls.connections).to.equal(0);
  });

  it('for a font with any drawing', async () => {
    const places = [`http://127.0.0.1:${plain.port}`, tls.url];
    const drawings = places.map(
      (url) => `<image href="${url}/x.png"/><use href="${url}/x.svg#x"/><style>@import "${url}";</style>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${drawings.join('')}<g id="glyph89">${drawings.join('')}</g></svg>`;
    const bytes = sfnt({ ...testFontTables('Drawn'), 'SVG ': svgTable(svg) });
    const address = 'https://font-0-x.invalid/';
    const html = `<style>@font-face { font-family: Drawn; src: url(${address}) }</style><p style="font-family: Drawn">x`;
    const read = async () => ({ type: 'font/ttf', bytes });
    const data = `data:font/ttf;base64,${bytes.toString('base64')}`;
    for (const areInline of [false, true]) {
      for (const areKnown of areInline ? [false, true] : [false]) {
        const found: unknown[] = [];
        const ownFonts: LoadableFonts = {
          ...{ count: 1, areInline, areKnown, addresses: [] },
          into: (text) => (areInline ? text.replace(address, data) : text),
          read: (url) => (url === address ? read() : undefined),
          onRejected: (faces) => found.push(...faces.map((face) => ({ rejected: face }))),
          onRead: (faces) => found.push({ faces }),
        };
        const pdf = await renderer.print({ ...sheet(html), ownFonts }, LIMIT_MS);
        expect([pdfFonts(pdf), found]).to.deep.equal([['Drawn'], areInline && !areKnown ? [{ faces: [0] }] : []]);
      }
    }
    expect(plain.connections + tls.connections).to.equal(0);
  });

  it('by its own account', async () => {
    await renderer.close();
    const { constants, events } = JSON.parse(readFileSync(join(folder, 'log.json'), 'utf8')) as NetLog;
    const named = (name: RegExp) => events.filter(({ type }) => name.test(nameOf(type, constants.logEventTypes)));
    expect(named(/^CORS_REQUEST/), 'the log has what documents ask for').not.to.be.empty;
    expect(named(/^TCP_CONNECT_ATTEMPT/)).to.deep.equal([]);
    expect(named(/^HOST_RESOLVER_(SYSTEM|DNS|MDNS)_TASK|^DNS_TRANSACTION|^UDP_BYTES_SENT/)).to.deep.equal([]);
  });
});

/** As Chromium writes it. */
interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number }[];
}

const nameOf = (type: number, types: Record<string, number>): string =>
  Object.keys(types).find((name) => types[name] === type) ?? '';

/** Printed together: most of the time goes by between documents. */
const TOGETHER = 12;

const batchesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / TOGETHER) }, (_, at) =>
    items.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );

function checkedOrNothing(...document: Parameters<typeof checkDocument>): ReturnType<typeof checkDocument> | undefined {
  try {
    return checkDocument(...document);
  } catch {
    return undefined; // refused
  }
}

/** Not one that is too complex. */
const isSheet = (css: string): boolean => checkedOrNothing({ html: '', css }) !== undefined && !css.includes('@import');

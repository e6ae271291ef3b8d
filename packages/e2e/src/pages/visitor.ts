/// <reference lib="dom" />
/** Opens pages of the service in a real browser, and reports the findings of axe and other faults. */
import { eventually } from '@toolpress/testkit';
import axe from 'axe-core';
import { expect } from 'chai';
import puppeteer, { type Browser, type Page } from 'puppeteer';

export const VIEWS = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'dark', width: 390 },
  { scheme: 'light', width: 390 },
] as const;
/** How a page is seen. */
export interface View {
  scheme: 'light' | 'dark';
  width: number;
  height?: number;
  /** Whether the colors are those of the system, as with the high contrast of Windows. */
  hasForcedColors?: boolean;
}
/** Both colour schemes and both widths. Each check takes long. */
const FEW_VIEWS = VIEWS.filter(({ scheme, width }) => (scheme === 'dark') === (width === 1440));

const HEIGHT = 900;
/** The quality of WebP at which texts have no visible fringes. */
const WEBP_QUALITY = 84;
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that take long and have the same result for elements with the same tags and classes. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];
const OF_LOOKS = { runOnly: { type: 'rule', values: LOOKS } };
const OF_STRUCTURE = {
  runOnly: { type: 'tag', values: STANDARDS },
  rules: Object.fromEntries(LOOKS.map((rule) => [rule, { enabled: false }])),
};

export class Visitor {
  /** Complaints of the console, and requests of other hosts. */
  readonly complaints: string[] = [];
  /** Allowed messages of the console, such as a status 401. */
  expected = /^$/;

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
    private readonly origin: string,
    private readonly isFirefox: boolean,
  ) {
    page.on('console', (message) => {
      const isComplaint = ['error', 'warn'].includes(message.type()) && !this.expected.test(message.text());
      if (isComplaint) this.complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`script: ${String(error)}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol !== 'data:') this.complaints.push(`loads ${url}`);
    });
  }

  /** @param origin of the service. All other origins are foreign. */
  static async launch(executablePath: string, origin: string): Promise<Visitor> {
    const browser = await puppeteer.launch({ executablePath, headless: 'shell', pipe: true, args: ['--no-sandbox'] });
    const [page = await browser.newPage()] = await browser.pages();
    return new Visitor(browser, page, origin, false);
  }

  /** Visits in Firefox, which can't pretend another color scheme. */
  static async launchFirefox(executablePath: string, origin: string): Promise<Visitor> {
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
    // Its first page never has the focus.
    return new Visitor(browser, await browser.newPage(), origin, true);
  }

  /** @param expected allowed complaints of the console. @returns the status of the answer. */
  async open(path: string, expected = /^$/): Promise<number | undefined> {
    // An answer for the previous page, such as an error of Redis, is not an error of this page.
    await this.page.goto('about:blank');
    await this.show(VIEWS[0]);
    this.complaints.length = 0;
    this.expected = expected;
    return (await this.page.goto(this.origin + path, { waitUntil: 'load' }))?.status();
  }

  /** Signs in at `/ops`, which must be open. */
  async logIn(token: string): Promise<void> {
    await this.page.type('input', token);
    await Promise.all([this.page.waitForNavigation(), this.page.keyboard.press('Enter')]);
  }

  /** @param path of the picture. @param height of the screenshot. The default is the whole page. */
  async picture(path: `${string}.${'png' | 'webp'}`, height?: number): Promise<void> {
    await this.page.setViewport({ width: 1280, height: height ?? HEIGHT });
    const quality = path.endsWith('.webp') ? { quality: WEBP_QUALITY } : {};
    await this.page.screenshot({ path, fullPage: height === undefined, ...quality });
  }

  /** Stores a PNG as WebP, which has a fourth of its size. The open page is replaced. */
  async toWebp(png: Buffer, path: `${string}.webp`): Promise<void> {
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    await this.page.goto('about:blank');
    await this.page.setViewport({ width, height });
    const src = `data:image/png;base64,${png.toString('base64')}`;
    await this.page.setContent(`<body style="margin: 0"><img style="display: block" src="${src}">`);
    await this.page.screenshot({ path, quality: WEBP_QUALITY });
  }

  /** Shows the page in a window. */
  async show({ scheme, width, height = HEIGHT, hasForcedColors = false }: View): Promise<void> {
    const features = [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'forced-colors', value: hasForcedColors ? 'active' : 'none' },
      { name: 'prefers-reduced-motion', value: 'reduce' }, // no colour on its way to another
    ];
    if (!this.isFirefox) await this.page.emulateMediaFeatures(features);
    await this.page.setViewport({ width, height });
    await this.page.evaluate(scriptsSawSize);
  }

  /** Returns the text of the open page. */
  text(selector: string): Promise<string> {
    return this.page.$eval(selector, (found) => found.textContent.trim());
  }

  /** Waits until the page shows a text. */
  async shows(what: RegExp, selector = 'main'): Promise<void> {
    await eventually(async () => expect(await this.text(selector)).to.match(what));
  }

  /** Presses the button with this name. */
  press(name: string): Promise<void> {
    return this.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  }

  /** Expects that the open page has no fault. */
  async expectNoFaults(views?: readonly View[]): Promise<void> {
    expect((await this.faults(views)).join('\n')).to.equal('');
  }

  /**
   * Checks the open page.
   *
   * @param the views whose colors and sizes are checked
   * @returns what is wrong with it, a line each; none when all is well
   */
  async faults(views: readonly View[] = FEW_VIEWS): Promise<string[]> {
    // By the debugger's protocol, to which the page's content policy does not apply
    await this.page.evaluate(axe.source);
    const faults: string[] = [];
    const look = async (view: View, seen: () => Promise<string[]>): Promise<void> => {
      await this.show(view);
      faults.push(...(await seen()).map((fault) => `${view.width} ${view.scheme}: ${fault}`));
    };
    for (const view of VIEWS.filter(({ scheme }) => scheme === 'light')) {
      await look(view, () => this.page.evaluate(violations, OF_STRUCTURE));
      await look(view, () => this.page.evaluate(flawsOfText));
    }
    await this.page.evaluate(showOneOfEachKind);
    for (const view of views) await look(view, () => this.page.evaluate(violations, OF_LOOKS));
    await this.page.evaluate(showAll);
    return [...faults, ...this.complaints];
  }

  /**
   * Checks the open page in one view, without a change of its size if it is seen so already. The structure is that of light views.
   *
   * @returns as `faults` does
   */
  async faultsIn(view: View): Promise<string[]> {
    const { scheme, width, height, hasForcedColors = false } = view;
    await this.page.evaluate(axe.source);
    await this.show(view);
    const found: string[] = [];
    if (scheme === 'light') {
      found.push(...(await this.page.evaluate(violations, OF_STRUCTURE)));
      found.push(...(await this.page.evaluate(flawsOfText)));
    }
    await this.page.evaluate(showOneOfEachKind);
    // Contrast is the system's where it has chosen the colors.
    if (!hasForcedColors) found.push(...(await this.page.evaluate(violations, OF_LOOKS)));
    await this.page.evaluate(showAll);
    const seen = `${width} x ${height ?? HEIGHT}, ${hasForcedColors ? 'forced colors' : scheme}`;
    return [...found.map((fault) => `${seen}: ${fault}`), ...this.complaints];
  }

  /** Checks without axe, on a phone or at another width: parts that are too wide, raw Markdown, messages of the console. */
  async flawsOnPhone(width = 390): Promise<string[]> {
    await this.show({ scheme: 'light', width });
    return [...(await this.page.evaluate(flawsOfText)), ...this.complaints];
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/**
 * Waits until scripts of the page have reacted to its new size. Media queries report the change before the next frame, and a script may
 * draw in a task that it posts then. Runs in the page, as do all functions below.
 */
const scriptsSawSize = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });

async function violations(options: object): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  const found = await axe.run({ ...options, resultTypes: ['violations'], preload: false });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')} ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}

/** Hides the texts and targets with the same tags and classes, except the first. */
function showOneOfEachKind(): void {
  const kinds = new Set<string>();
  const shown = new Set<Element>();
  const all = [...document.body.querySelectorAll<HTMLElement>('*')];
  for (const element of all) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
    if (!hasText && !element.matches('a, button, input')) continue;
    const above: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) above.push(one);
    const kind = above.map(({ tagName, className }) => `${tagName}.${className}`).join(' ');
    if (!kinds.has(kind)) for (const one of above) shown.add(one);
    kinds.add(kind);
  }
  for (const element of all) if (!shown.has(element)) element.style.setProperty('display', 'none', 'important');
}

function showAll(): void {
  for (const element of document.body.querySelectorAll<HTMLElement>('[style]')) element.style.removeProperty('display');
}

function flawsOfText(): string[] {
  const flaws: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) flaws.push(`the page is ${scrollWidth - clientWidth} px wider than its window`);
  for (const element of document.body.querySelectorAll('*')) {
    const { overflowX, position, textOverflow } = getComputedStyle(element);
    if (textOverflow === 'ellipsis' && element.getAttribute('title') === element.textContent) continue;
    const hides = overflowX === 'hidden' || overflowX === 'clip';
    if (hides && position !== 'absolute' && element.scrollWidth > element.clientWidth + 1) {
      flaws.push(`cut: ${element.outerHTML.slice(0, 80)}`);
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text;
    if (data.includes('`') && !parentElement?.closest('pre, code, script')) flaws.push(`raw backtick: ${data.trim()}`);
  }
  return flaws;
}

/// <reference lib="dom" />
/** Pages of the service in a real browser: what axe says of them, and what else a visitor would trip over. */
import axe, { type AxeResults } from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer';

/** Each page is looked at in every one of them. */
const VIEWS = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'dark', width: 390 },
  { scheme: 'light', width: 390 },
] as const;
type View = (typeof VIEWS)[number];

const HEIGHT = 900;
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a scheme can change: the other rules give the same in light and in dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

export class Visitor {
  private readonly complaints: string[] = [];
  /** What the console may say, such as that the status was 401. */
  expected = /^$/;

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
    private readonly origin: string,
  ) {
    page.on('console', (message) => {
      const isComplaint = ['error', 'warn'].includes(message.type()) && !this.expected.test(message.text());
      if (isComplaint) this.complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`script: ${String(error)}`));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) this.complaints.push(`loads ${request.url()}`);
    });
  }

  /** @param origin of the service: all else is foreign. */
  static async launch(executablePath: string, origin: string): Promise<Visitor> {
    const browser = await puppeteer.launch({ executablePath, headless: 'shell', pipe: true, args: ['--no-sandbox'] });
    const [page = await browser.newPage()] = await browser.pages();
    return new Visitor(browser, page, origin);
  }

  /** @param expected what the console may complain of. @returns the status of the answer. */
  async open(path: string, expected = /^$/): Promise<number | undefined> {
    await this.show(VIEWS[0]);
    this.complaints.length = 0;
    this.expected = expected;
    return (await this.page.goto(this.origin + path, { waitUntil: 'load' }))?.status();
  }

  async show({ scheme, width }: View): Promise<void> {
    await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await this.page.setViewport({ width, height: HEIGHT });
  }

  /** Looks at the page that is open in all views. @returns what is wrong with it, a line each; none when all is well. */
  async faults(): Promise<string[]> {
    // By the debugger's protocol, to which the page's content policy does not apply
    await this.page.evaluate(axe.source);
    const faults: string[] = [];
    for (const view of VIEWS) {
      await this.show(view);
      const seen = [...(await this.violations(view.scheme === 'dark')), ...(await this.page.evaluate(flawsOfText))];
      faults.push(...seen.map((fault) => `${view.width} ${view.scheme}: ${fault}`));
    }
    return [...faults, ...this.complaints];
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private async violations(colours: boolean): Promise<string[]> {
    const runOnly = colours ? { type: 'rule', values: OF_COLOURS } : { type: 'tag', values: STANDARDS };
    const { violations } = (await this.page.evaluate(
      (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options as object),
      { runOnly, resultTypes: ['violations'] },
    )) as AxeResults;
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) => `${id} ${target.join(' ')} ${failureSummary.replace(/\s+/g, ' ')}`,
      ),
    );
  }
}

/** Runs in the page. */
function flawsOfText(): string[] {
  const flaws: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) flaws.push(`the page is ${scrollWidth - clientWidth} px wider than its window`);
  for (const element of document.body.querySelectorAll('*')) {
    const { overflowX, position } = getComputedStyle(element);
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

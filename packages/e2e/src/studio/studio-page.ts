/// <reference lib="dom" />
/** The studio in a real browser, by keyboard alone. */
import { eventually, type ServiceClient } from '@toolpress/testkit';
import { expect } from 'chai';
import type { KeyInput, Page } from 'puppeteer';
import { Visitor } from '../pages/visitor.js';
import { EXAMPLE } from './example-template.js';

/** The most stops of the Tab key on a page. */
const MOST_STOPS = 80;
/** The time limit in milliseconds for what the page shows. */
const SHOWN_MS = 90_000;
/** Answers that the browser lists on its console: no session, an option that is being typed, a document with a fault. */
export const EXPECTED = /status of (?:400|401|422)/;

export class StudioPage {
  private constructor(
    readonly visitor: Visitor,
    private readonly service: ServiceClient,
  ) {}

  static async launch(service: ServiceClient): Promise<StudioPage> {
    return StudioPage.by(await Visitor.launch(process.env['CHROME_PATH'] ?? '', service.url), service);
  }

  /** @param executablePath of Firefox. */
  static async launchFirefox(executablePath: string, service: ServiceClient): Promise<StudioPage> {
    return StudioPage.by(await Visitor.launchFirefox(executablePath, service.url), service);
  }

  private static async by(visitor: Visitor, service: ServiceClient): Promise<StudioPage> {
    await visitor.open('/studio', EXPECTED);
    return new StudioPage(visitor, service);
  }

  get page(): Page {
    return this.visitor.page;
  }

  /** Types the token into the focused field, and waits for the list. */
  async signIn(): Promise<void> {
    await this.page.waitForSelector('input[type=password]:focus');
    await this.page.keyboard.type(this.service.token);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector('.list-page');
  }

  /** Presses keys together, such as `Control+S`. */
  async press(keys: string): Promise<void> {
    const [key, ...held] = keys.split('+').reverse() as [KeyInput, ...KeyInput[]];
    for (const each of held) await this.page.keyboard.down(each);
    await this.page.keyboard.press(key);
    for (const each of held) await this.page.keyboard.up(each);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Moves the focus with the Tab key until it is at a control with this name. */
  async tabTo(name: string): Promise<void> {
    const seen: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await this.page.keyboard.press('Tab');
      const found = await this.focused();
      if (found === name) return;
      seen.push(found);
    }
    throw new Error(`The Tab key does not reach “${name}”, only: ${seen.join(', ')}.`);
  }

  /** Returns the name of the focused control. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const label =
        element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return (label ?? element?.textContent ?? '').trim();
    });
  }

  /** Replaces the text of the focused line. */
  async replaceLine(text: string): Promise<void> {
    await this.press('Home');
    await this.press('Shift+End');
    await this.type(text);
  }

  /** Waits until the page shows a text. */
  async shows(what: RegExp, selector: string): Promise<void> {
    await eventually(async () => {
      const texts = await this.page.$$eval(selector, (found) => found.map((each) => each.textContent));
      expect(texts.join('\n')).to.match(what);
    }, SHOWN_MS);
  }

  /** Waits until the picture of the newest edit is shown, and its text matches. */
  async showsPages(what: RegExp): Promise<void> {
    await eventually(async () => {
      const { edit, newest, text } = await this.page.$eval('.preview .pages', (pages) => ({
        edit: pages.getAttribute('data-edit'),
        newest: pages.getAttribute('data-newest'),
        text: [...pages.querySelectorAll('.page-text')].map((each) => each.textContent).join('\n'),
      }));
      expect(edit).to.equal(newest);
      expect(text).to.match(what);
    }, SHOWN_MS);
  }

  /** Saves the example, an invoice, as a draft, and opens it from the list. */
  async create(name: string): Promise<void> {
    await this.service.call(`/api/variables/${name}`, { method: 'PUT', body: { ...EXAMPLE, draft: true } });
    await this.page.reload();
    await this.page.waitForSelector('.templates a');
    await this.tabTo(name);
    await this.press('Enter');
    await this.page.waitForSelector('.workspace');
  }

  /** Creates a template from a sample, by its title. Its name is the suggested one. */
  async openSample(title: string): Promise<void> {
    await this.tabTo(title);
    await this.press('Enter');
    await this.page.waitForSelector('dialog input:focus');
    await this.press('Enter');
    await this.page.waitForSelector('.workspace');
  }

  /** Opens a saved template. */
  async open(name: string): Promise<void> {
    await this.page.goto(new URL(`/studio#/${name}`, this.page.url()).href);
    await this.page.waitForSelector('.workspace');
  }

  /** Checks the page in both widths and color schemes. The check hides elements, so the focus is set again. */
  async expectNoFaults(): Promise<void> {
    const focused = await this.page.evaluateHandle(() => {
      const outer = document.activeElement;
      return (outer?.shadowRoot?.activeElement ?? outer) as HTMLElement | null;
    });
    await this.visitor.expectNoFaults();
    await this.page.setViewport({ width: 1280, height: 900 });
    await this.page.evaluate((element) => element?.focus(), focused);
  }

  /** Whether a part of the page is shown. */
  isShown(selector: string): Promise<boolean> {
    return this.page.$eval(selector, (element) => element.checkVisibility());
  }

  close(): Promise<void> {
    return this.visitor.close();
  }
}

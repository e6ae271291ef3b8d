/// <reference lib="dom" />
/** Tabs of the studio beside each other, with requests that are answered late, wrongly or not at all. */
import { eventually, type ServiceClient } from '@toolpress/testkit';
import { expect } from 'chai';
import type { BrowserContext, HTTPRequest, Page } from 'puppeteer';

/** The time limit in milliseconds for what a page shows. */
const SHOWN_MS = 30_000;

export class Tab {
  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** Signs in, and opens a template; an empty name is the list. */
  static async open(context: BrowserContext, { url, token }: Pick<ServiceClient, 'url' | 'token'>, name: string) {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    const tab = new Tab(page, url);
    await page.goto(`${url}/studio`);
    await tab.signIn(token);
    await page.goto('about:blank');
    await tab.visit(name);
    return tab;
  }

  /** Begins a session, of which the open page does not know. */
  signIn(token: string): Promise<void> {
    return this.page.evaluate(async (sent) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/studio/session', { method: 'POST', headers, body: JSON.stringify({ token: sent }) });
    }, token);
  }

  /** Loads the page with a template. */
  async visit(name: string): Promise<void> {
    await this.page.goto(`${this.url}/studio#/${name}`);
    await this.page.waitForSelector(name === '' ? '.list-page' : '.workspace');
  }

  /** Changes the address, as a link does. */
  async follow(name: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${name}`);
  }

  /** Comes back to the tab, as from another window. All tabs of a headless browser have the focus all the time. */
  lookAt(): Promise<boolean> {
    return this.page.evaluate(() => dispatchEvent(new Event('focus')));
  }

  /** Types at the end of the open text. */
  async write(text: string): Promise<void> {
    await this.page.bringToFront();
    await this.page.$eval('.editor', (host) => host.shadowRoot?.querySelector<HTMLElement>('.cm-content')?.focus());
    await this.press('Control+End');
    await this.page.keyboard.type(text);
  }

  /** Presses keys together, such as `Control+S`. */
  async press(keys: string): Promise<void> {
    const [key, ...held] = keys.split('+').reverse() as Parameters<Page['keyboard']['press']>[0][];
    for (const each of held) await this.page.keyboard.down(each);
    await this.page.keyboard.press(key ?? 'Escape');
    for (const each of held) await this.page.keyboard.up(each);
  }

  /** Presses the button with this name. */
  async choose(name: string, role = 'button'): Promise<void> {
    await this.page.bringToFront();
    await this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(SHOWN_MS).click();
  }

  /** Returns the open text. */
  text(): Promise<string> {
    return this.page.$eval('.editor', (host) =>
      [...(host.shadowRoot?.querySelectorAll('.cm-line') ?? [])].map((line) => line.textContent).join('\n'),
    );
  }

  /** Waits until the open text matches. */
  async reads(what: RegExp): Promise<void> {
    await eventually(async () => expect(await this.text()).to.match(what), SHOWN_MS);
  }

  /** Waits until the bar says this about saving. */
  says(what: RegExp): Promise<void> {
    return this.shows(what, '.saving');
  }

  /** Waits until a dialog asks or tells this. */
  asks(what: RegExp): Promise<void> {
    return this.shows(what, 'dialog');
  }

  async shows(what: RegExp, selector: string): Promise<void> {
    await eventually(async () => {
      const texts = await this.page.$$eval(selector, (found) => found.map((each) => each.textContent));
      expect(texts.join('\n')).to.match(what);
    }, SHOWN_MS);
  }

  /** Waits until the unsaved texts that the browser keeps match, as JSON. */
  async keeps(what: RegExp): Promise<void> {
    await eventually(async () => expect(await this.page.evaluate(keptTexts)).to.match(what), SHOWN_MS);
  }

  /** Waits until the page has no dialog. */
  async asksNothing(): Promise<void> {
    await eventually(async () => expect(await this.page.$$('dialog')).to.have.length(0), SHOWN_MS);
  }

  /** Returns the name of the focused control. */
  focused(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.textContent ?? '');
  }

  /** Answers some requests of the page in place of the service. @returns a function that ends this. */
  async instead(
    method: string,
    path: RegExp,
    answer: (request: HTTPRequest) => void | Promise<void>,
  ): Promise<() => Promise<void>> {
    await this.page.setRequestInterception(true);
    const answered = (request: HTTPRequest): void => {
      const isMeant = request.method() === method && path.test(new URL(request.url()).pathname);
      void (isMeant ? answer(request) : request.continue());
    };
    this.page.on('request', answered);
    return async () => {
      this.page.off('request', answered);
      await this.page.setRequestInterception(false);
    };
  }

  /** Ends the tab's process at once. No event of the page runs. */
  async crash(): Promise<void> {
    const ended = new Promise((resolve) => this.page.once('error', resolve));
    const session = await this.page.createCDPSession();
    void session.send('Page.crash').catch(() => undefined); // it has no answer
    await ended;
    await this.page.close();
  }
}

/** Runs in the page. */
async function keptTexts(): Promise<string> {
  const known = await indexedDB.databases();
  if (known.length === 0) return '[]'; // opening would create it
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('toolpress-studio');
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const found = opened.result.transaction('unsaved').objectStore('unsaved').getAll();
      found.onsuccess = () => {
        opened.result.close();
        resolve(JSON.stringify(found.result));
      };
    };
  });
}

/** Returns the answer of a service that refuses. */
export const refusal = (status: number, code: string, error: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'x-error-code': code, ...headers },
  contentType: 'application/json',
  body: JSON.stringify({ success: false, error }),
});

/** Returns a promise with the function that fulfils it. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** The surroundings of tests with several tabs: a service and a browser for all of a file, and a new template for each test. */
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before } from 'mocha';
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer';
import { Tab } from './tab.js';

export interface Writers {
  service: SharedService;
  /** Opens a new template in a tab. */
  begin(content?: string, more?: object): Promise<{ name: string; tab: Tab }>;
  /** Opens a further tab, of the account or with another token. An empty name is the list. */
  open(name: string, token?: string): Promise<Tab>;
  /** Calls the API of templates as another person does. */
  call(path: string, method: string, body?: object): ReturnType<SharedService['call']>;
  save(name: string, content: string, more?: object): Promise<void>;
  /** Returns the text that the service has. */
  stored(name: string, version?: string): Promise<string | undefined>;
}

/** Starts the surroundings before the tests of a suite. Each test begins without a tab, a session or a kept text. */
export function writers(): Writers {
  let service: SharedService;
  let browser: Browser;
  let context: BrowserContext;
  let count = 0;
  before(async () => {
    service = await sharedService();
    const executablePath = process.env['CHROME_PATH'] ?? '';
    browser = await puppeteer.launch({ executablePath, headless: 'shell', pipe: true, args: ['--no-sandbox'] });
    context = await browser.createBrowserContext();
  });
  afterEach(async () => {
    await context.close();
    context = await browser.createBrowserContext();
  });
  after(() => browser?.close()); // absent if the start failed

  const call: Writers['call'] = (path, method, body) =>
    service.call(`/api/variables/${path}`, { method, token: service.token, ...(body && { body }) });
  const save: Writers['save'] = async (name, content, more = {}) => {
    const answer = await call(name, 'PUT', { kind: 'html', content, draft: true, ...more });
    expect(answer.status, answer.body.error).to.equal(200);
  };
  const open: Writers['open'] = (name, token = service.token) => Tab.open(context, { url: service.url, token }, name);
  return {
    get service() {
      return service;
    },
    call,
    save,
    open,
    stored: async (name, version = 'draft') => (await call(`${name}/versions/${version}`, 'GET')).body.data?.content,
    async begin(content = '<p>begin', more = {}) {
      const name = `words-${++count}`;
      await save(name, content, more);
      return { name, tab: await open(name) };
    },
  };
}

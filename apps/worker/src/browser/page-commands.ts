/** Does the commands for a page with its DevTools session. */
import type { OpenPage } from './open-page.js';
import type { PageCommands, PrintSettings, WindowSize } from './page-work.js';
import { isBeyondPages, noSuchPages } from './print-errors.js';

/** The commands for one piece of work. */
export class CommandedPage implements PageCommands {
  /** @param prepare is called before each document is loaded. */
  constructor(
    private readonly page: OpenPage,
    private readonly prepare: () => Promise<void>,
    readonly mark: string,
    readonly answersInOrder: boolean,
  ) {}

  async load(html: string, size: WindowSize | undefined): Promise<string[]> {
    await this.begin(size);
    await Promise.all([this.setContent(html), this.loaded()]);
    return this.page.guard.takeHanded();
  }

  async printAhead(html: string, size: WindowSize | undefined, settings: PrintSettings): Promise<Uint8Array> {
    await this.begin(size);
    const { guard, session } = this.page;
    const before = guard.requests;
    let isParsed = false;
    let isComplete = false;
    session.once('Page.domContentEventFired', () => {
      isParsed = true;
    });
    const content = this.setContent(html).then(() => {
      isComplete = isParsed;
    });
    const printed = this.print(settings).then((pdf) => (isComplete ? pdf : undefined));
    const [pdf] = await Promise.all([printed, content, this.loaded()]);
    return pdf === undefined || guard.requests > before ? this.print(settings) : pdf;
  }

  async print(settings: PrintSettings): Promise<Uint8Array> {
    const usual = { generateTaggedPDF: false, preferCSSPageSize: true, printBackground: true };
    return this.page.session.print({ ...usual, ...settings }).catch((error: unknown) => {
      throw isBeyondPages(error) ? noSuchPages(settings.pageRanges) : error;
    });
  }

  async resize(size: WindowSize | undefined): Promise<void> {
    if (!isSameSize(size, this.page.size)) await this.page.resize(size);
  }

  async openWorld(): Promise<number> {
    const { session, frameId } = this.page;
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId });
    return executionContextId;
  }

  async evaluate(world: number, expression: string): Promise<string> {
    const call = { expression, contextId: world, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.page.session.send('Runtime.evaluate', call);
    if (exceptionDetails) throw new Error(`a page script failed: ${exceptionDetails.text}`);
    return String(result.value);
  }

  async takeHanded(): Promise<string[]> {
    return this.page.guard.takeHanded();
  }

  async checkFonts(): Promise<void> {
    this.page.guard.checkFonts();
  }

  private async begin(size: WindowSize | undefined): Promise<void> {
    await this.prepare();
    await this.resize(size);
  }

  private loaded(): Promise<void> {
    const { session } = this.page;
    return session.wait((resolve) => session.once('Page.loadEventFired', () => resolve()));
  }

  private setContent(html: string): Promise<void> {
    const { session, frameId } = this.page;
    return session.send('Page.setDocumentContent', { frameId, html });
  }
}

const isSameSize = (one: WindowSize | undefined, other: WindowSize | undefined): boolean =>
  one?.width === other?.width && one?.height === other?.height;

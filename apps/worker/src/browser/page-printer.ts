/** Prints the documents of one piece of work with the commands of a page. It reads the documents, so it runs in a thread. */
import { isMixed, PRINT_MARK } from '@toolpress/document';
import { canonicalUrl } from '../resources/image-source.js';
import { InlineImages, isReadable, mayBeBroken, showsAlways } from '../resources/inline-images.js';
import { mayLoad, measuredOnce } from './measured-once.js';
import { PAGE, ScriptWorld } from './page-script.js';
import type { PageCommands, PageWork, WindowSize } from './page-work.js';
import { NEEDS_LAYOUT, UNPRINTED, UNPRINTED_STYLE } from './paper-only.js';
import { checkDocumentSize, SHORT_CHARACTERS } from './print-errors.js';
import { printedOnce } from './printed-once.js';
import type { ContentSize, OpenDocument, Printer, PrintSettings, PrintWork } from './printer.js';

/** The first font faces of a document: how many it has requested, and the numbers of those that the browser refused. */
interface LoadedFaces {
  asked: number;
  rejected: number[];
}

/** A document as the browser receives it. */
interface SentDocument {
  text: string;
  window: WindowSize | undefined;
  /** The URLs of images in it that the browser may be unable to read, by their `data:` addresses. */
  doubtful: ReadonlyMap<string, string>;
  /** Whether it is complete when it is parsed. */
  loadsNothing: boolean;
}

/** In checked documents the scheme is in lower case. The guard does not see these requests. */
export const DATA_URL = 'data:';
const NOTHING: ReadonlySet<string> = new Set();
const PX_PER_INCH = 96;
/** Chromium scales a document that is too wide for its page down by this factor at most. */
const MAX_SHRINKING = 1.5;

/** The beginning of every checked document. Names of attributes may begin with an equals sign, and have any other blanks than a space. */
const BEGIN = /^(?:<!DOCTYPE html(?: PUBLIC "[^"]*" "")?>)?<html(?: =?[^ =]*="[^"]*")*><head(?: =?[^ =]*="[^"]*")*>/;

/** Returns the document with more elements at the beginning of its head. */
export const beginningWith = (elements: string, html: string): string =>
  elements === '' ? html : html.replace(BEGIN, (begin) => `${begin}${elements}`);

export class PagePrinter implements Printer {
  /** The URLs of images that the browser can't read. */
  readonly brokenImages = new Set<string>();
  /** The number of own fonts that the current document has requested. */
  private fontsAsked = 0;
  private readonly inline: InlineImages | undefined;
  /** The document in the page, if only its height was asked for. */
  private measured: string | undefined;
  /** The document in the page, if it was printed unchanged. */
  private printed: string | undefined;

  /**
   * @param loads what the documents may load. The account to count repeated prints for.
   */
  constructor(
    private readonly page: PageCommands,
    private readonly loads: Pick<PrintWork<unknown>, 'images' | 'deadAddresses' | 'ownFonts'> & {
      accountId: string | undefined;
    },
  ) {
    this.inline = loads.images.size === 0 ? undefined : new InlineImages(loads.images);
  }

  async print(html: string, settings: PrintSettings, targets: readonly string[] = []): Promise<Buffer> {
    // A document with many elements may have been measured before, see `refuseTooManyPages`.
    const sent = html === this.measured ? undefined : this.toSend(html, this.isForPaper(html));
    const printsAhead = sent?.loadsNothing === true && this.page.answersInOrder && targets.length === 0;
    if (sent && !printsAhead) await this.load(html, sent);
    const pdf = await (printsAhead ? this.printAhead(html, sent, settings) : this.printLoaded(settings, targets));
    if (targets.length === 0) this.printed = html;
    return pdf;
  }

  async printRepeated(html: string, settings: PrintSettings): Promise<Buffer> {
    const { accountId, deadAddresses = NOTHING, ownFonts } = this.loads;
    const maySayMore = deadAddresses.size > 0 || (ownFonts !== undefined && !ownFonts.areKnown);
    if (accountId === undefined || maySayMore) return this.print(html, settings);
    return printedOnce(`${JSON.stringify([accountId, settings])} ${this.withSmallFiles(html)}`, async () => ({
      pdf: await this.print(html, settings),
      isWhole: this.brokenImages.size === 0,
    }));
  }

  private async printAhead(html: string, { text, window }: SentDocument, settings: PrintSettings): Promise<Buffer> {
    this.beforeLoad(html);
    return bufferOf(await this.page.printAhead(text, window, settings));
  }

  /** @param isForPaper whether it is only printed, see `isForPaper`. */
  private toSend(html: string, isForPaper = false): SentDocument {
    const doubtful = new Map<string, string>();
    let areImmediate = isForPaper;
    const onPut = (url: string, data: string): void => {
      const image = this.loads.images.get(url);
      areImmediate &&= image === undefined || showsAlways(image);
      if (image && mayBeBroken(image)) doubtful.set(data, url);
    };
    const begun = isForPaper ? beginningWith(UNPRINTED_STYLE, html) : html;
    const whole = this.inline?.into(begun, onPut) ?? begun;
    const { deadAddresses = NOTHING, ownFonts } = this.loads;
    const mayLoadFonts = ownFonts !== undefined && !ownFonts.areKnown;
    const mayLoadMore = deadAddresses.size > 0 || mayLoadFonts || html.includes(DATA_URL);
    return {
      text: this.printable(whole),
      window: isForPaper ? UNPRINTED : undefined,
      doubtful,
      // The browser has read an image in `src` when it has parsed the document.
      loadsNothing: !mayLoadMore && (this.inline === undefined || !mayLoad(whole)) && (whole === begun || areImmediate),
    };
  }

  async open(html: string, isLaidOut = true): Promise<OpenDocument> {
    if (html !== this.printed) await this.load(html, this.toSend(html, !isLaidOut && this.isForPaper(html)));
    if (isLaidOut) await this.page.resize(undefined);
    this.printed = undefined; // scripts may change it
    const world = await ScriptWorld.open(this.page);
    return {
      run: (...call) => world.run(...call),
      resize: (width, height) => this.resize(width, height),
      print: (settings, targets = []) => this.printLoaded(settings, targets),
    };
  }

  private async printLoaded(settings: PrintSettings, targets: readonly string[]): Promise<Buffer> {
    if (targets.length > 0) await this.ask('linkTo', targets);
    for (;;) {
      const asked = this.fontsAsked;
      const pdf = bufferOf(await this.page.print(settings));
      // Content that is only on paper, such as a margin box, may request more fonts, which arrive too late for this print.
      await this.loadOwnFonts();
      if (this.fontsAsked === asked) {
        await this.learnFonts();
        return pdf;
      }
    }
  }

  /**
   * Lays the document out, which Chromium does for a hidden page only when it prints, and waits for the fonts that it requests.
   *
   * @throws the error of a font file that can't be read.
   */
  private async loadOwnFonts(): Promise<void> {
    const { ownFonts } = this.loads;
    if (ownFonts === undefined || ownFonts.areKnown) return;
    const { asked, rejected } = await this.ask<LoadedFaces>('loadFonts', ownFonts.count);
    await this.page.checkFonts();
    this.fontsAsked = asked;
    ownFonts.onRejected(rejected);
  }

  /** Finds out which fonts in the document the browser can read, so that the next document with them need not ask. */
  private async learnFonts(): Promise<void> {
    const { ownFonts } = this.loads;
    if (ownFonts?.areInline && !ownFonts.areKnown) ownFonts.onRead(await this.ask('readableFonts', ownFonts.count));
  }

  /** Returns a document with its small fonts, and with blocked addresses that were never requested. */
  private printable(html: string): string {
    const { ownFonts, deadAddresses = NOTHING } = this.loads;
    const marked = deadAddresses.size > 0 ? html.replaceAll(PRINT_MARK, this.page.mark) : html;
    return ownFonts?.into(marked) ?? marked;
  }

  /** Returns a document with its small images and fonts. */
  private withSmallFiles(html: string): string {
    return this.printable(this.inline?.into(html, () => undefined) ?? html);
  }

  async heights(html: string, selector: string): Promise<number[]> {
    return measuredOnce(`${selector} ${this.withSmallFiles(html)}`, async () => {
      await this.load(html);
      return this.ask<number[]>('heights', selector);
    });
  }

  async contentHeight(html: string, width: number): Promise<number> {
    await this.load(html);
    // A window that is less than a pixel narrower than the page does not make the document higher.
    const available = Math.floor(width * PX_PER_INCH);
    const { height, needed } = await this.sizeAt(available);
    const shrunk = Math.min(needed / available, MAX_SHRINKING);
    const pixels = shrunk > 1 ? (await this.sizeAt(Math.floor(available * shrunk))).height / shrunk : height;
    await this.resize(undefined);
    this.measured = html;
    return Math.ceil(pixels + 1) / PX_PER_INCH; // the height is rounded by the browser
  }

  async contentSize(html: string, width: number): Promise<ContentSize> {
    await this.load(html);
    const size = await this.sizeAt(width);
    await this.resize(undefined);
    return size;
  }

  /** Returns the size of the loaded document in a window of this width, in pixels. */
  private async sizeAt(width: number): Promise<ContentSize> {
    await this.resize(width);
    return this.ask('contentSize');
  }

  /** Sets the size of the window, in pixels. With a height of 1, content as high as the window (`100vh`) adds nothing. */
  private async resize(width: number | undefined, height = 1): Promise<void> {
    await this.page.resize(width === undefined ? undefined : { width, height });
  }

  /** Calls a function of `page.js`. */
  private async ask<Result>(name: string, ...args: readonly unknown[]): Promise<Result> {
    return (await ScriptWorld.open(this.page)).run(PAGE, name, ...args);
  }

  /** Returns whether a document needs no layout before it is printed. */
  private isForPaper(html: string): boolean {
    const { deadAddresses = NOTHING, ownFonts } = this.loads;
    return deadAddresses.size === 0 && ownFonts === undefined && !NEEDS_LAYOUT.test(html);
  }

  /** Loads a document. The load event waits for everything that it loads, so images are decoded by then. */
  private async load(html: string, { text, window, doubtful } = this.toSend(html)): Promise<void> {
    this.beforeLoad(html);
    await this.lookAtImages(doubtful, await this.page.load(text, window));
    await this.loadOwnFonts();
  }

  private beforeLoad(html: string): void {
    if (html.length > SHORT_CHARACTERS) checkDocumentSize(html);
    this.measured = undefined;
    this.printed = undefined;
  }

  /**
   * Finds images that Chromium can't read. It shows nothing for them, and reports them to scripts only.
   *
   * @param inline the URLs of images in the document, by their `data:` addresses.
   * @param handed the addresses of others that were sent to the page.
   */
  private async lookAtImages(inline: ReadonlyMap<string, string>, handed: readonly string[]): Promise<void> {
    const addresses = [...inline.keys(), ...handed];
    if (addresses.length === 0) return;
    const read = await this.ask<boolean[]>('areRead', addresses);
    for (const [index, address] of addresses.entries()) {
      const url = inline.get(address) ?? address;
      const image = this.loads.images.get(canonicalUrl(url) ?? '');
      if (!read[index]) this.brokenImages.add(url);
      else if (image) isReadable(image);
    }
    await this.page.takeHanded();
  }
}

/** Returns the work for a page whose documents this process or thread prints. */
export function pageWork<Result>({ onBroken, run, isAhead: _, ...work }: PrintWork<Result>): PageWork<Result> {
  const { accountId, images, deadAddresses, ownFonts, media, fonts } = work;
  const mayBeKept = media === undefined && !(fonts && isMixed(fonts));
  return {
    ...work,
    printMark: PRINT_MARK,
    async run(page) {
      const loads = { images, deadAddresses, ownFonts, accountId: mayBeKept ? accountId : undefined };
      const printer = new PagePrinter(page, loads);
      const result = await run(printer);
      if (printer.brokenImages.size > 0) onBroken?.(printer.brokenImages);
      return result;
    },
  };
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

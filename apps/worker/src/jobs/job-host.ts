/** One job while a thread renders it: fetches, prints and stores for the thread, which reads and makes all texts and PDFs. */
import {
  type BackgroundPdf,
  type Conformance,
  type ProtectSecrets,
  type RenderedFile,
  type RenderReply,
  type Sealed,
  ServiceError,
} from '@toolpress/contract';
import type { DocumentImage } from '@toolpress/document';
import type { Backgrounds } from '@toolpress/pdf/backgrounds';
import { NotUnderstood, type PayloadOpener, type RenderContext, type SentDocument } from '@toolpress/queue';
import { type Calls, Moved, SecretUnreadable, type TaskControl, TaskEnded, type Tracing } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { PAGE_COMMANDS, type PageCommands } from '../browser/page-work.js';
import { tooLate } from '../browser/print-errors.js';
import type { Renderer } from '../browser/renderer.js';
import {
  type Fetched,
  type MadeFile,
  type PrintAnswer,
  type PrintRequest,
  type RenderOutcome,
  type RenderTask,
  WARNINGS_INCOMPLETE,
  type WantedResources,
} from '../render/task/render-task.js';
import { type FetchedImage, receiveImages } from '../resources/image-bytes.js';
import { canonicalUrl, fetchImages, type ImageSource, NO_IMAGES } from '../resources/image-source.js';
import type { InstalledFonts } from '../resources/installed-fonts.js';
import type { FontFiles, LoadedFont } from '../resources/own-fonts.js';
import { JobSheets, type SheetSource } from '../resources/sheet-source.js';
import { type SlowAccounts, whileSlow } from '../scheduling/slow-accounts.js';
import type { RenderThreads } from './render-threads.js';
import { NewFile, type StoreWait, type StoreWaits } from './storing.js';

export interface RenderOptions {
  renderer: Renderer;
  images: ImageSource;
  sheets: Pick<SheetSource, 'fresh' | 'fetch'>;
  store: Pick<FileStore, 'put' | 'readKept'>;
  /** The jobs that wait for the store. */
  storeWaits: StoreWaits;
  tracing: Tracing;
  /** Records documents whose images or sheets are slow. */
  slowAccounts: SlowAccounts;
  /** The longest time that a file is kept, in seconds. */
  fileTtl: number;
  /** The largest size of a PDF, in bytes. */
  maxPdfBytes: number;
}

/** What all jobs of a worker share. */
export interface HostServices extends RenderOptions {
  threads: RenderThreads;
  fontFiles: FontFiles;
  installedFonts: InstalledFonts;
  backgrounds: Backgrounds;
  secrets: PayloadOpener;
  /** The font families of the machine. */
  families: Promise<ReadonlySet<string>>;
}

/** The limits of processor time in milliseconds: for any document, for each MiB of it, and for the largest. */
const CPU_MS = 2_000;
const CPU_MS_PER_MIB = 1_000;
const MAX_CPU_MS = 10_000;
const MEBIBYTE = 1024 * 1024;
/** The limits of processor time in milliseconds after a long document was printed: for each begun 50 pages, and for the longest. */
const CPU_MS_OF_BLOCK = 2_000;
const MAX_LONG_CPU_MS = 40_000;
/** The limit of processor time for warnings in milliseconds, after the file was made. A thread stops earlier between two parts, see `WarningTime`. */
const WARNINGS_CPU_MS = 1_000;

/** A document of more characters has a thread alone: reading it takes a tenth of a second or more. */
const LONG_DOCUMENT = 256 * 1024;

const cpuLimit = (characters: number): number =>
  Math.min(MAX_CPU_MS, CPU_MS + (characters / MEBIBYTE) * CPU_MS_PER_MIB);

type PageCommand = (typeof PAGE_COMMANDS)[number];

export class JobHost {
  private readonly deadline: number;
  private readonly images = new Map<string, FetchedImage>();
  private readonly reasons = new Map<string, string>();
  private imageFault: ServiceError | undefined;
  private knownSheets: JobSheets | undefined;
  private file: NewFile | undefined;
  private stored: Promise<RenderedFile> | undefined;
  private readonly pages = new Map<number, PageCommands>();
  private lastPage = 0;
  /** When the thread began to prepare the document; undefined once that was recorded. */
  private begunAt: number | undefined;

  constructor(
    private readonly services: HostServices,
    private readonly document: SentDocument,
    private readonly context: RenderContext,
    private readonly wait: StoreWait,
  ) {
    this.deadline = Date.now() + context.remainingMs;
  }

  /**
   * @throws ServiceError for failures of the service, and for what the document may not be; TaskEnded.
   * @throws Postponed when the job waits long for what it fetches, or is slow, and may be postponed.
   */
  async run(): Promise<RenderReply> {
    for (;;) {
      const outcome = await this.inThread().catch((error: unknown) => this.withoutWarnings(error));
      this.notePrepared();
      if ('wanted' in outcome) await this.fetch(outcome.wanted);
      else if ('error' in outcome) return { ok: false, error: outcome.error };
      else if ('findings' in outcome) return { ok: true, findings: outcome.findings };
      else if ('notUnderstood' in outcome) throw new NotUnderstood(outcome.notUnderstood);
      else if (this.stored === undefined) throw new Error('the thread made no file');
      else {
        const { warnings } = outcome;
        return { ok: true, file: { ...(await this.stored), ...(warnings.length > 0 && { warnings }) } };
      }
    }
  }

  /** Returns what is known of a document whose thread was ended after it had made the file. @throws any other error. */
  private withoutWarnings(error: unknown): RenderOutcome {
    if (!(error instanceof TaskEnded) || this.stored === undefined) throw error;
    return { warnings: [WARNINGS_INCOMPLETE] };
  }

  private async inThread(): Promise<RenderOutcome> {
    const { context, document, services, deadline } = this;
    const { accountId, fonts } = context;
    const task: RenderTask = { content: document.content, accountId, fonts, fetched: this.fetched() };
    const cpuMs = cpuLimit(document.content.length);
    return services.threads.run<RenderOutcome>(context, task, {
      calls: (control) => this.calls(control),
      ...{ cpuMs, deadline },
      isAlone: document.content.length > LONG_DOCUMENT,
    });
  }

  private fetched(): Fetched {
    const { images, reasons, imageFault } = this;
    return { sheets: this.knownSheets?.known ?? new Map(), images, reasons, imageFault: imageFault?.toData() };
  }

  private get sheets(): JobSheets {
    this.knownSheets ??= new JobSheets(this.services, this.context, this.deadline);
    return this.knownSheets;
  }

  private async fetch(wanted: WantedResources): Promise<void> {
    const { tracing } = this.services;
    if ('sheets' in wanted) await tracing.span('fetch style sheets', {}, () => this.sheets.fetch(wanted.sheets));
    else {
      const attributes = { 'toolpress.images': wanted.images.length };
      await tracing.span('fetch images', { attributes }, () => this.fetchImages(wanted.images));
    }
  }

  private async fetchImages(wanted: readonly DocumentImage[]): Promise<void> {
    try {
      const { images, missing } = await fetchImages(this.services, wanted, this.context, this.deadline);
      for (const [url, image] of images) this.images.set(url, image);
      for (const { image, reason } of missing) this.reasons.set(canonicalUrl(image.url) ?? '', reason);
    } catch (error) {
      // One answer names it with the other faults of the document.
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      this.imageFault = error;
    }
  }

  private calls(control: TaskControl): Calls {
    const { services } = this;
    this.begunAt = performance.now();
    return {
      families: () => services.families,
      freshSheets: (urls: readonly string[]) => this.sheets.fresh(urls),
      revisionsOf: (family: string) => services.installedFonts.revisionsOf(family),
      font: (index: number) => this.font(index).then(({ bytes }) => bytes),
      background: (given: BackgroundPdf, levels: readonly Conformance[]) => this.background(given, levels),
      passwords: (sealed: Sealed) => this.passwords(sealed),
      print: (request: PrintRequest) => {
        this.notePrepared();
        return services.tracing.span('print', {}, () => this.print(request, control));
      },
      made: (made: MadeFile, bytes: Uint8Array) => {
        this.stored = this.store(made, bytes);
        this.stored.catch(() => undefined); // `run` rejects with it
        control.limit(WARNINGS_CPU_MS);
      },
      page: (page: number, command: PageCommand, args: readonly unknown[]) => this.command(page, command, args),
    };
  }

  private font(index: number): Promise<LoadedFont> {
    const { services, context } = this;
    const font = context.fonts[index];
    if (font === undefined) throw new Error('the account has no such font');
    return services.fontFiles.read(context.accountId, font).then((bytes) => ({ type: `font/${font.format}`, bytes }));
  }

  /** A job whose background takes long, or waits for its turn, moves to the slow queue, so that it holds no slot of other documents. */
  private async background(given: BackgroundPdf, levels: readonly Conformance[]) {
    const { backgrounds, slowAccounts, tracing } = this.services;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooLate()), Math.max(0, this.deadline - Date.now()));
    const read = (postponed: AbortSignal) =>
      backgrounds.read(given, this.context.accountId, levels, AbortSignal.any([postponed, late.signal]));
    return tracing
      .span('read background', {}, () => whileSlow(slowAccounts, this.context, read))
      .finally(() => clearTimeout(timer));
  }

  /** Returns undefined when the passwords can't be decrypted. @throws ServiceError `unavailable` when the file store is. */
  private async passwords(sealed: Sealed): Promise<ProtectSecrets | undefined> {
    const { accountId, log } = this.context;
    return this.services.secrets.open<ProtectSecrets>(sealed, accountId).catch((error: unknown) => {
      if (!(error instanceof SecretUnreadable)) throw error;
      log.warn({ reason: error.message }, 'cannot decrypt the passwords of a document');
      return undefined;
    });
  }

  /** Lends a page to the thread, which works with it by `page`. Prints the document itself if the work is one print. */
  private async print(
    { work, file, blocks, only, images, deadAddresses, printMark, changesPage, fonts, media, ownFonts }: PrintRequest,
    control: TaskControl,
  ): Promise<PrintAnswer | Moved> {
    if (file !== undefined) this.newFile(file).note();
    if (blocks !== undefined) control.limit(Math.min(blocks * CPU_MS_OF_BLOCK, MAX_LONG_CPU_MS));
    const addresses = new Map(ownFonts);
    const read = (address: string): Promise<LoadedFont> | undefined => {
      const index = addresses.get(address);
      return index === undefined ? undefined : this.font(index);
    };
    let asked: string[] = [];
    let pdf: Uint8Array | undefined;
    const lent: number[] = [];
    try {
      await this.services.renderer.print(
        {
          images: images.size > 0 ? receiveImages(images) : NO_IMAGES,
          printMark,
          changesPage,
          fonts: fonts && new Map(fonts),
          ...(media && { media }),
          ...(addresses.size > 0 && { ownFonts: { read } }),
          ...(deadAddresses.length > 0 && {
            deadAddresses: new Set(deadAddresses),
            onAsked: (requested) => {
              asked = [...requested];
            },
          }),
          run: async (page) => {
            if (only !== undefined) {
              pdf = await page.printAhead(...only);
              return;
            }
            const number = ++this.lastPage;
            lent.push(number);
            this.pages.set(number, page);
            await control.call('work', work, { number, mark: page.mark, answersInOrder: page.answersInOrder });
          },
        },
        this.deadline - Date.now(),
        { ...this.context, blocks },
      );
    } finally {
      for (const number of lent) this.pages.delete(number);
    }
    return pdf === undefined ? { asked } : new Moved({ asked, pdf } satisfies PrintAnswer, pdf);
  }

  private async command(number: number, command: PageCommand, args: readonly unknown[]): Promise<unknown> {
    const page = this.pages.get(number);
    if (page === undefined || !PAGE_COMMANDS.includes(command)) throw new Error('the page was taken away');
    const result = await (page[command] as (...given: readonly unknown[]) => Promise<unknown>).apply(page, [...args]);
    return result instanceof Uint8Array ? new Moved(result, result) : result;
  }

  /** Records the span of filling and checking. */
  private notePrepared(): void {
    if (this.begunAt !== undefined) this.services.tracing.past('fill and check', performance.now() - this.begunAt, {});
    this.begunAt = undefined;
  }

  private async store(
    { filename, pageCount, isPart, names, ...kind }: MadeFile,
    bytes: Uint8Array,
  ): Promise<RenderedFile> {
    const { store, tracing } = this.services;
    const file = this.newFile(kind);
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const put = (id: string): Promise<void> =>
      this.wait.put(content.length, () => store.put(id, content, { filename }));
    this.context.sendFile?.({ id: file.id, bytes: content });
    await tracing.span('store', {}, () => file.store(put));
    return { fileId: file.id, sizeBytes: bytes.length, pageCount, ...(isPart && { isPart }), ...names };
  }

  /** The file that comes of the job. */
  private newFile({ kind, expiresIn }: Pick<MadeFile, 'kind' | 'expiresIn'>): NewFile {
    this.file ??= new NewFile(this.context, { kind, expiresIn, fileTtl: this.services.fileTtl });
    return this.file;
  }
}

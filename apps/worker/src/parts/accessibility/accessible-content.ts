/** Finds faults that make a document inaccessible: one error names all of them; others are warnings. */
import type { RenderJob } from '@toolpress/contract';
import type { Accessibility, Report } from '@toolpress/document';
import { AccessibilityCheck, type AccessibilityOptions, BODY, markForTags } from '@toolpress/document/tagging';
import type { Finish } from '@toolpress/pdf';
import { Conforming, type DocumentStructure, GENERATED } from '@toolpress/standards';
import { PageScript } from '../../browser/page-script.js';
import { type OpenDocument, type Printer, printerWith } from '../../browser/printer.js';
import { NO_MARGINS } from '../../render/paper/paper.js';
import type { PartOfJob } from '../../render/part.js';
import { titleOfFile } from '../../render/prepare/prepare-document.js';
import type { PreparedDocument } from '../../render/prepare/prepared-document.js';
import { type Faults, refusal } from '../../render/task/faults.js';
import type { LendPage, RenderFeature } from '../../render/task/feature.js';

const GENERATED_TEXTS = new PageScript('generated-texts');

/** The part of a job whose PDF has tags that are repaired. */
export const part = ({ job }: { job: RenderJob }): PartOfJob => ({
  sources: (isFilled) => ({
    mark: markForTags,
    tagged: true,
    ...(isFilled && { accessibility: new AccessibilityCheck(optionsOf(job)) }),
  }),
  features: (document) => [new AccessibleContent(document)],
});

function optionsOf({ conformance = [], locale, metadata, filename }: RenderJob): AccessibilityOptions {
  const title = metadata?.title ?? titleOfFile(filename);
  return { isUniversal: conformance.includes('pdf/ua-1'), language: locale, hasTitle: Boolean(title) };
}

export class AccessibleContent implements RenderFeature {
  /** Whether all texts that CSS adds are accounted for. */
  areAllMarked = false;
  private found: Report[] = [];
  /** What the browser reports; without it, texts that CSS adds are not known. */
  private looked: { shows: (at: number) => boolean; pictures: Set<number>; generated: Set<number> } | undefined;

  /** @param document has `accessibility` only if the request wants it. */
  constructor(private readonly document: Pick<PreparedDocument, 'accessibility' | 'html'>) {}

  async check(faults: Faults, lend: LendPage | undefined): Promise<void> {
    faults.collect(() => this.checkMarkup());
    if (lend && faults.any && this.asksBrowser)
      await faults.collectAsync(() => lend((page) => this.checkRendered(page)));
  }

  async printer(page: Printer): Promise<Printer> {
    await this.checkRendered(page);
    return this.printing(page);
  }

  /** Whether only the browser knows all faults. */
  private get asksBrowser(): boolean {
    const { accessibility } = this.document;
    return accessibility !== undefined && asksBrowser(accessibility);
  }

  /** Checks the markup, if style sheets hide nothing. @throws ServiceError `not_conforming`. */
  checkMarkup(): void {
    const { accessibility } = this.document;
    if (accessibility && !asksBrowser(accessibility)) this.take(accessibility.report());
  }

  /** Checks what the browser shows, if style sheets may change that. @throws ServiceError `not_conforming`. */
  async checkRendered(page: Pick<Printer, 'open'>): Promise<void> {
    const { accessibility, html } = this.document;
    if (accessibility === undefined || !this.asksBrowser) return;
    const opened = await page.open(html(NO_MARGINS));
    const answer = await opened.run<Looks>(GENERATED_TEXTS, 'look', {
      ...{ doubtful: accessibility.doubtful, mayDraw: accessibility.mayDraw, elements: accessibility.elements },
      body: BODY,
    });
    const hidden = new Set(answer.hidden);
    const [pictures, generated] = [new Set(answer.pictures), new Set(answer.generated)];
    this.looked = { shows: (at) => !hidden.has(at), pictures, generated };
    this.take(accessibility.report(this.looked));
  }

  /** Returns a printer that marks texts that CSS adds, so that they are read aloud. */
  printing(page: Printer): Printer {
    const { accessibility } = this.document;
    const generated = [...(this.looked?.generated ?? [])].filter((at) => at !== BODY);
    if (accessibility === undefined || (generated.length === 0 && !accessibility.mayQuote)) return page;
    const { elements, mayDraw } = accessibility;
    return markingGenerated(page, { numbers: generated, elements, onlyQuotes: !mayDraw }, (areAll) => {
      this.areAllMarked = areAll;
    });
  }

  /** Returns the structure of the printed document. */
  structure(known: DocumentStructure): DocumentStructure {
    return { ...known, hidesText: known.hidesText !== false || !this.areAllMarked, onGenerated: this.noteRead };
  }

  finish({ conform }: Finish): void {
    if (conform instanceof Conforming && conform.structure) conform.structure = this.structure(conform.structure);
  }

  /** Records elements whose texts from CSS are read aloud. */
  private readonly noteRead = (numbers: readonly number[]): void => {
    const { accessibility } = this.document;
    if (accessibility === undefined || this.looked === undefined || numbers.length === 0) return;
    const read = new Set(numbers);
    const generated = new Set([...this.looked.generated].filter((at) => !read.has(at)));
    this.take(accessibility.report({ ...this.looked, generated }));
  };

  reports(): readonly Report[] {
    return this.found;
  }

  private take({ errors, warnings }: ReturnType<Accessibility['report']>): void {
    if (errors.length > 0) throw refusal('not_conforming', errors);
    this.found = warnings.map((warning) => ({ ...warning, kind: 'notice' }));
  }
}

const asksBrowser = ({ doubtful, mayDraw }: Accessibility): boolean => doubtful.length > 0 || mayDraw;

/** The numbers of elements. */
interface Looks {
  hidden: number[];
  /** Elements with texts that are drawn as pictures. */
  pictures: number[];
  /** Elements with texts that CSS adds. */
  generated: number[];
}

/**
 * Returns a printer that marks the texts that CSS adds.
 *
 * @param page prints the documents.
 * @param marked `numbers` of the elements whose texts are read aloud, among those of the body; `elements`, the number of elements in the
 *   body, since other documents are printed unchanged; `onlyQuotes`, whether only `q` elements have such texts.
 * @param onMarked called with whether all texts that CSS adds are accounted for.
 */
function markingGenerated(
  page: Printer,
  marked: { numbers: readonly number[]; elements: number; onlyQuotes: boolean },
  onMarked: (areAll: boolean) => void,
): Printer {
  const open = async (html: string): Promise<OpenDocument> => {
    const document = await page.open(html);
    const areAll = await document.run<boolean | null>(GENERATED_TEXTS, 'mark', { ...marked, name: GENERATED });
    if (areAll !== null) onMarked(areAll);
    return document;
  };
  return printerWith(page, {
    open,
    print: async (html, settings, targets) => (await open(html)).print(settings, targets),
  });
}

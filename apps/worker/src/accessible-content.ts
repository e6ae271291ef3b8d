/** What is done about faults that keep a document from being accessible: an error that names all of them, and warnings. */
import { type Accessibility, BODY, type Margins, type Report } from '@toolpress/document';
import type { Printer } from './browser/printer.js';
import { refusal } from './faults.js';
import { markingGenerated } from './generated-texts.js';
import { MissingGlyphs } from './pdf/conformance/fonts.js';
import type { DocumentStructure } from './pdf/conformance/structure.js';
import type { PreparedDocument } from './prepare-document.js';

/** They change nothing about what shows. */
export const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

export class AccessibleContent {
  /** Whether all texts that CSS adds are accounted for. */
  areAllMarked = false;
  private found: Report[] = [];
  /** What the browser says of the document; without it, what is generated is not known. */
  private looked: { shows: (at: number) => boolean; pictures: Set<number>; generated: Set<number> } | undefined;

  /** @param document with `accessibility` only where the request wants it. */
  constructor(private readonly document: Pick<PreparedDocument, 'accessibility' | 'html' | 'tellMissing'>) {}

  /** Whether only the browser can tell all faults. */
  get asksBrowser(): boolean {
    const { accessibility } = this.document;
    return accessibility !== undefined && asksBrowser(accessibility);
  }

  /** Before anything is printed: where no sheet hides anything. @throws ServiceError `not_conforming`. */
  checkMarkup(): void {
    const { accessibility } = this.document;
    if (accessibility && !asksBrowser(accessibility)) this.check(accessibility.report());
  }

  /** Where sheets may hide something, or have it drawn otherwise, the browser knows what. @throws ServiceError `not_conforming`. */
  async checkRendered(page: Pick<Printer, 'open'>): Promise<void> {
    const { accessibility, html } = this.document;
    if (accessibility === undefined || !this.asksBrowser) return;
    const opened = await page.open(html(NO_MARGINS));
    const answer = (await opened.run(look(accessibility))) as Looks;
    const hidden = new Set(answer.hidden);
    const [pictures, generated] = [new Set(answer.pictures), new Set(answer.generated)];
    this.looked = { shows: (at) => !hidden.has(at), pictures, generated };
    this.check(accessibility.report(this.looked));
  }

  /** Prints the document so that the texts that CSS adds are read. */
  printing(page: Printer): Printer {
    const { accessibility } = this.document;
    const generated = [...(this.looked?.generated ?? [])].filter((at) => at !== BODY);
    if (accessibility === undefined || generated.length === 0) return page;
    return markingGenerated(page, generated, accessibility.elements, (areAll) => {
      this.areAllMarked = areAll;
    });
  }

  /** What is known of the document when it is printed. */
  structure(known: DocumentStructure): DocumentStructure {
    return { ...known, hidesText: known.hidesText !== false || !this.areAllMarked, onGenerated: this.noteRead };
  }

  /** Takes note of elements to which CSS adds texts that are read. */
  private readonly noteRead = (numbers: readonly number[]): void => {
    const { accessibility } = this.document;
    if (accessibility === undefined || this.looked === undefined || numbers.length === 0) return;
    const read = new Set(numbers);
    const generated = new Set([...this.looked.generated].filter((at) => !read.has(at)));
    this.check(accessibility.report({ ...this.looked, generated }));
  };

  /** Once it is checked. */
  get warnings(): readonly Report[] {
    return this.found;
  }

  /** Does something that looks for glyphs. @throws ServiceError `not_conforming` for characters that are in no font. */
  withGlyphs<Result>(finish: () => Result): Result {
    try {
      return finish();
    } catch (error) {
      if (!(error instanceof MissingGlyphs)) throw error;
      throw refusal('not_conforming', this.document.tellMissing(error));
    }
  }

  private check({ errors, warnings }: ReturnType<Accessibility['report']>): void {
    if (errors.length > 0) throw refusal('not_conforming', errors);
    this.found = warnings.map((warning) => ({ ...warning, kind: 'notice' }));
  }
}

const asksBrowser = ({ doubtful, mayDraw }: Accessibility): boolean => doubtful.length > 0 || mayDraw;

/** Of so many elements it is asked how their texts are drawn: some hundred milliseconds. */
const MAX_ELEMENTS = 50_000;

/** Numbers of elements. */
interface Looks {
  hidden: number[];
  /** Their texts are drawn as pictures. */
  pictures: number[];
  /** CSS adds texts to them. */
  generated: number[];
}

/**
 * A script that says which of the doubtful elements do not show, which have texts that are drawn as pictures, and to which CSS adds
 * texts: marks and lines say nothing. Of a tree that is another one, it says nothing.
 */
const look = ({ doubtful, mayDraw, elements }: Accessibility): string => `(() => {
  const all = [...document.body.getElementsByTagName('*')];
  if (all.length !== ${elements}) return { hidden: [], pictures: [], generated: [] };
  const shows = (one) => dom.checkVisibility(one, { visibilityProperty: true });
  const isPicture = (one) => {
    const { filter, webkitBoxReflect = 'none' } = getComputedStyle(one);
    return (filter !== 'none' || webkitBoxReflect !== 'none') && Boolean(dom.innerText(one)?.trim());
  };
  const isGenerated = (one) => ['::before', '::after'].some((part) => {
    const { content, display, visibility } = getComputedStyle(one, part);
    if (content === 'none' || content === 'normal' || display === 'none' || visibility !== 'visible') return false;
    return /\\bcounters?\\(/.test(content) || (content.match(/"(?:[^"\\\\]|\\\\.)*"/gs) ?? []).some((text) => /[\\p{L}\\p{N}\\p{Sc}]/u.test(text));
  });
  const hidden = ${JSON.stringify(doubtful)}.filter((at) => !shows(all[at]));
  if (!${mayDraw} || all.length > ${MAX_ELEMENTS}) return { hidden, pictures: [], generated: [] };
  const those = (is) => all.flatMap((one, at) => is(one) ? [at] : []);
  const pictures = those(isPicture);
  if (isPicture(document.body) || isPicture(document.documentElement)) pictures.push(${BODY});
  const generated = those((one) => isGenerated(one) && shows(one));
  if (isGenerated(document.body) || isGenerated(document.documentElement)) generated.push(${BODY});
  return { hidden, pictures, generated };
})()`;

/** What is done about faults that keep a document from being accessible: an error that names all of them, and warnings. */
import type { Accessibility, Margins, Report } from '@toolpress/document';
import { refusal } from './blocked-content.js';
import type { Printer } from './browser/printer.js';
import { MissingGlyphs } from './pdf/conformance/fonts.js';
import type { PreparedDocument } from './prepare-document.js';

/** They change nothing about what shows. */
const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

export class AccessibleContent {
  /** Once it is checked. */
  warnings: Report[] = [];

  /** @param document with `accessibility` only where the request wants it. */
  constructor(private readonly document: Pick<PreparedDocument, 'accessibility' | 'html' | 'tellMissing'>) {}

  /** Before anything is printed: where no sheet hides anything. @throws ServiceError `not_conforming`. */
  checkMarkup(): void {
    const { accessibility } = this.document;
    if (accessibility?.doubtful.length === 0) this.check(accessibility);
  }

  /** Where sheets may hide something, the browser knows what. @throws ServiceError `not_conforming`. */
  async checkShown(page: Pick<Printer, 'open'>): Promise<void> {
    const { accessibility, html } = this.document;
    if (accessibility === undefined || accessibility.doubtful.length === 0) return;
    const { doubtful, elements } = accessibility;
    const opened = await page.open(html(NO_MARGINS));
    const answers = (await opened.run(whichShow(doubtful, elements))) as boolean[];
    const hidden = new Set(doubtful.filter((_, index) => answers[index] === false));
    this.check(accessibility, (at) => !hidden.has(at));
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

  private check(accessibility: Accessibility, shows?: (at: number) => boolean): void {
    const { errors, warnings } = accessibility.report(shows);
    if (errors.length > 0) throw refusal('not_conforming', errors);
    this.warnings = warnings.map((warning) => ({ ...warning, kind: 'notice' }));
  }
}

/**
 * A script that says of elements whether they show.
 *
 * @param elements how many there are: of a tree that is another one, nothing is said.
 */
const whichShow = (doubtful: readonly number[], elements: number): string => `(() => {
  const all = document.body.getElementsByTagName('*');
  if (all.length !== ${elements}) return [];
  const shows = (one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
  return ${JSON.stringify(doubtful)}.map((at) => shows(all[at]));
})()`;

/** What is done about what a document may not load: an error, or warnings, as the request says. */
import { type ContentWarning, MAX_WARNINGS, type OnBlocked, type ServiceError } from '@toolpress/contract';
import { type AnyReports, type Report, type SaidWarning, warningsByKind } from '@toolpress/document';
import type { PrintWork } from './browser/printer.js';
import { andMore, refusal } from './faults.js';
import { type MissingImage, messageOf, namedPlaceOf } from './images/image-source.js';

const NONE: ReadonlySet<string> = new Set();

export class BlockedContent {
  private asked = NONE;
  private missing: SaidWarning[] = [];

  /** @param mode of the request; absent: missing content is an error, missing style a warning. */
  constructor(
    private readonly reports: readonly AnyReports[],
    private readonly mode: OnBlocked | undefined,
  ) {}

  /** Whether only the browser can tell all that is missing: content, such as a frame, that is hidden on paper is not missed. */
  get asksBrowser(): boolean {
    return this.mode !== 'warn' && this.reports.some(({ mayLackContent }) => mayLackContent);
  }

  /**
   * Before anything is printed, and again when it is.
   *
   * @param missing the images that can't be had.
   * @returns errors for what a reader would miss: `content_forbidden`, `image_unavailable`.
   */
  faults(missing: readonly MissingImage[]): ServiceError[] {
    this.missing = missing.map(warningOf);
    if (this.mode === 'warn') return [];
    const lacks = this.reports.some(({ lacksContent }) => lacksContent) || (this.asksBrowser && this.asked.size > 0);
    const content = lacks ? this.read().filter(({ kind }) => kind === 'content') : [];
    return [
      ...(content.length > 0 ? [refusal('content_forbidden', content)] : []),
      ...(missing.length > 0 ? [refusal('image_unavailable', this.missing)] : []),
    ];
  }

  /** What the browser has to look out for. */
  get toPrint(): Pick<PrintWork<unknown>, 'deadAddresses' | 'onAsked'> {
    const deadAddresses = new Set(this.reports.flatMap(({ addresses }) => [...addresses]));
    if (deadAddresses.size === 0) return {};
    const onAsked = (asked: ReadonlySet<string>): void => {
      this.asked = asked;
    };
    return { deadAddresses, onAsked };
  }

  /** When it is printed. @param others what was found meanwhile. @param conditions of the print that findings depend on. @throws ServiceError `content_forbidden` for missing style, where the request wants it so. */
  warnings(others: readonly Report[] = [], conditions: ReadonlySet<string> = NONE): ContentWarning[] {
    if (conditions.size > 0) this.asked = new Set([...this.asked, ...conditions]);
    const found = [...this.read(), ...others];
    const style = found.filter(({ kind }) => kind === 'style');
    if (this.mode === 'error' && style.length > 0) throw refusal('content_forbidden', style);
    const warnings = warningsByKind([...this.missing, ...found.map(({ kind: _, ...warning }) => warning)]);
    if (warnings.length <= MAX_WARNINGS) return warnings;
    const [next] = warnings.slice(MAX_WARNINGS);
    const more = { code: next?.code ?? 'style_blocked', message: andMore(warnings.length - MAX_WARNINGS) };
    return [...warnings.slice(0, MAX_WARNINGS), more];
  }

  private read(): Report[] {
    return this.reports.flatMap((reports) => reports.read(this.asked));
  }
}

const warningOf = (missing: MissingImage): SaidWarning => ({
  code: 'content_blocked',
  message: messageOf(missing),
  said: {
    name: 'Images',
    place: namedPlaceOf(missing),
    fault: `can’t be printed: ${missing.reason}`,
    reason: missing.reason,
    count: 1,
  },
  ...missing.image.position,
});

/** What is done about what a document may not load: an error, or warnings, as the request says. */
import { type ContentWarning, type ErrorCode, MAX_WARNINGS, type OnBlocked, ServiceError } from '@toolpress/contract';
import type { AnyReports, Report } from '@toolpress/document';
import type { PrintWork } from './browser/printer.js';
import { type MissingImage, messageOf } from './images/image-source.js';

const NONE: ReadonlySet<string> = new Set();

export class BlockedContent {
  private asked = NONE;
  private missing: ContentWarning[] = [];

  /** @param mode of the request; absent: missing content is an error, missing style a warning. */
  constructor(
    private readonly reports: readonly AnyReports[],
    private readonly mode: OnBlocked | undefined,
  ) {}

  /**
   * Before images are fetched: what the request itself shows is named at once.
   *
   * @param missing of the images that came with it.
   * @throws ServiceError `content_forbidden`, `image_unavailable` when a reader would miss something.
   */
  checkContent(missing: readonly MissingImage[]): void {
    if (this.mode === 'warn' || !this.reports.some(({ lacksContent }) => lacksContent)) this.checkImages(missing);
    else {
      const content = this.read().filter(({ kind }) => kind === 'content');
      throw refusal('content_forbidden', [...content, ...missing.map(warningOf)]);
    }
  }

  /** Before anything is printed. @param missing all that are. @throws ServiceError `image_unavailable` when a reader would miss an image. */
  checkImages(missing: readonly MissingImage[]): void {
    this.missing = missing.map(warningOf);
    if (this.mode !== 'warn' && missing.length > 0) throw refusal('image_unavailable', this.missing);
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

  /** When it is printed. @param others what was found meanwhile. @throws ServiceError `content_forbidden` for missing style, where the request wants it so. */
  warnings(others: readonly Report[] = []): ContentWarning[] {
    const found = [...this.read(), ...others];
    const style = found.filter(({ kind }) => kind === 'style');
    if (this.mode === 'error' && style.length > 0) throw refusal('content_forbidden', style);
    const warnings = [...this.missing, ...found.map(({ kind: _, ...warning }) => warning)];
    if (warnings.length <= MAX_WARNINGS) return warnings;
    const [next] = warnings.slice(MAX_WARNINGS);
    const more = { code: next?.code ?? 'style_blocked', message: andMore(warnings.length - MAX_WARNINGS) };
    return [...warnings.slice(0, MAX_WARNINGS), more];
  }

  private read(): Report[] {
    return this.reports.flatMap((reports) => reports.read(this.asked));
  }
}

const warningOf = (missing: MissingImage): ContentWarning => ({
  code: 'content_blocked',
  message: messageOf(missing),
  ...missing.image.position,
});

const andMore = (count: number): string => `And ${count} more.`;

/** One error that names all of them, up to a limit. */
export function refusal(code: ErrorCode, found: readonly ContentWarning[]): ServiceError {
  const [only, ...others] = found.map(({ message }) => message);
  if (others.length === 0) return new ServiceError(code, only ?? '');
  const listed = found.slice(0, MAX_WARNINGS).map(({ message }, index) => `(${index + 1}) ${message}`);
  const rest = found.length > MAX_WARNINGS ? ` ${andMore(found.length - MAX_WARNINGS)}` : '';
  return new ServiceError(code, `${found.length} places of the document: ${listed.join(' ')}${rest}`);
}

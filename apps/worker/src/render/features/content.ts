/** A document's images, and what it may not load: an error or warnings, as the request says. */
import { type ContentWarning, MAX_WARNINGS, type OnBlocked, type RenderJob, ServiceError } from '@toolpress/contract';
import { type FontFallback, type GroupableWarning, type Report, warningsByKind } from '@toolpress/document';
import type { Finish } from '@toolpress/pdf';
import {
  type ImagesOfDocument,
  type MissingImage,
  messageOf,
  namedPlaceOf,
  sentImages,
  withDrawings,
  withFetched,
  withoutBroken,
} from '../../resources/image-source.js';
import { replacedFonts } from '../../resources/replaced-fonts.js';
import { NO_MARGINS } from '../paper/paper.js';
import { mayHaveChinese } from '../prepare/prepare-document.js';
import type { PreparedDocument } from '../prepare/prepared-document.js';
import { andMore, type Faults, refusal, type WarningTime } from '../task/faults.js';
import type { JobAtWork, LendPage, PageNeeds, RenderFeature } from '../task/feature.js';
import { Wanted } from '../task/wanted.js';

const NONE: ReadonlySet<string> = new Set();

export class DocumentContent implements RenderFeature {
  private images: ImagesOfDocument;
  /** The addresses that the browser requested without an answer. */
  private asked = NONE;
  /** The images that the browser can't read. */
  private broken = NONE;
  /** The fallback fonts of the document and its drawings. */
  private fonts: FontFallback = new Map();
  private readonly mode: OnBlocked | undefined;

  constructor(
    private readonly session: JobAtWork,
    private readonly document: Pick<PreparedDocument, 'html' | 'images' | 'reports' | 'fonts'>,
  ) {
    this.mode = session.job.onBlocked;
    this.images = sentImages(document.images);
  }

  async fetch(faults: Faults): Promise<boolean> {
    const { images: wanted } = this.document;
    if (wanted.length === 0) return true;
    const { fetched } = this.session.services;
    const found = faults.collect(() => {
      if (fetched.imageFault !== undefined) throw ServiceError.fromData(fetched.imageFault);
      return withFetched(wanted, this.images, fetched);
    });
    if (found === undefined) return false;
    if ('unknown' in found) throw new Wanted({ images: found.unknown });
    this.images = found;
    return true;
  }

  get work(): PageNeeds {
    const { images } = this.images;
    const deadAddresses = new Set(this.document.reports.flatMap(({ addresses }) => [...addresses]));
    const onAsked = (asked: ReadonlySet<string>): void => {
      this.asked = asked;
    };
    const onBroken = (broken: ReadonlySet<string>): void => {
      this.broken = broken;
    };
    this.fonts = withDrawings(this.document.fonts, images);
    return { images, onBroken, fonts: this.fonts, ...(deadAddresses.size > 0 && { deadAddresses, onAsked }) };
  }

  /** One answer names all faults, including those that only the browser knows. */
  async check(faults: Faults, lend: LendPage | undefined): Promise<void> {
    if (lend && this.asksBrowser && (faults.any || this.faults().length > 0))
      await faults.collectAsync(() => lend((page) => page.heights(this.document.html(NO_MARGINS), 'html')));
    for (const error of this.faults()) faults.add(error);
  }

  printed(faults: Faults): boolean {
    const isBroken = this.broken.size > 0;
    if (isBroken) this.images = withoutBroken(this.images, this.document.images, this.broken);
    this.broken = NONE;
    if (isBroken || this.asksBrowser) for (const error of this.faults()) faults.add(error);
    return isBroken;
  }

  finish(finish: Finish): void {
    if (mayHaveChinese(this.fonts)) finish.hasChinese = true;
    if (this.fonts.size > 0) finish.mayLackGlyphs = true;
  }

  reports(conditions: ReadonlySet<string>, time: WarningTime): (Report | GroupableWarning)[] {
    const asked = conditions.size > 0 ? new Set([...this.asked, ...conditions]) : this.asked;
    return [...this.missing, ...this.document.reports.flatMap((reports) => time.unlessOver(() => reports.read(asked)))];
  }

  /** Whether only the browser knows all that is missing: content, such as a frame, that is hidden on paper is not missed. */
  private get asksBrowser(): boolean {
    return this.mode !== 'warn' && this.document.reports.some(({ mayLackContent }) => mayLackContent);
  }

  private get missing(): GroupableWarning[] {
    return this.images.missing.map(warningOf);
  }

  /** Returns errors for what a reader would miss: `content_forbidden`, `image_unavailable`. */
  private faults(): ServiceError[] {
    if (this.mode === 'warn') return [];
    const { reports } = this.document;
    const lacks = reports.some(({ lacksContent }) => lacksContent) || (this.asksBrowser && this.asked.size > 0);
    const content = lacks ? this.read(this.asked).filter(({ kind }) => kind === 'content') : [];
    const { missing } = this;
    return [
      ...(content.length > 0 ? [refusal('content_forbidden', content)] : []),
      ...(missing.length > 0 ? [refusal('image_unavailable', missing)] : []),
    ];
  }

  private read(asked: ReadonlySet<string>): Report[] {
    return this.document.reports.flatMap((reports) => reports.read(asked));
  }
}

/** The largest number of warnings if they are listed one by one. */
const MAX_EACH = 100;

/**
 * Returns the warnings of the answer.
 *
 * @throws ServiceError `content_forbidden` for missing style, when the mode is `error`.
 */
export function warningsOf(
  found: readonly (Report | GroupableWarning)[],
  { onBlocked: mode, listsEach = false }: Pick<RenderJob, 'onBlocked' | 'listsEach'>,
): ContentWarning[] {
  const style = found.filter((one) => 'kind' in one && one.kind === 'style');
  if (mode === 'error' && style.length > 0) throw refusal('content_forbidden', style);
  const groupable = found.map(({ kind: _, ...warning }: GroupableWarning & { kind?: unknown }) => warning);
  const warnings = listsEach ? groupable.map(({ said: _, ...warning }) => warning) : warningsByKind(groupable);
  const most = listsEach ? MAX_EACH : MAX_WARNINGS;
  if (warnings.length <= most) return warnings;
  const [next] = warnings.slice(most);
  const more = { code: next?.code ?? 'style_blocked', message: andMore(warnings.length - most) };
  return [...warnings.slice(0, most), more];
}

export const NOTHING_PRINTED: Report = {
  kind: 'notice',
  code: 'nothing_printed',
  message:
    'Nothing of the document’s text shows on its pages: look for a tag that is never closed, such as `<title>`, `<textarea>` or `<style>`, and for CSS that hides the page on paper.',
};

const warningOf = (missing: MissingImage): GroupableWarning => ({
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

/** Returns which fonts of the document are printed with another font of the same name. */
export function replacedIn({ services, ownFonts }: JobAtWork, document: PreparedDocument): Promise<string[]> {
  const isOwn = (family: string): boolean => ownFonts?.has(family) ?? false;
  return replacedFonts(document.replacedFonts, document.files, services, isOwn);
}

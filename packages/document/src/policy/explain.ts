/** Findings and violations as the caller reads them, with the location in the text that was sent. */
import { type ContentWarning, ServiceError } from '@toolpress/contract';
import type { DocumentFile } from '../files.js';
import type { FoundImage } from '../images/collector.js';
import type { FilledText } from '../template/filled-text.js';
import { inShort, type Position, Positions } from '../template/partials/positions.js';
import type { Said, SaidWarning } from './by-kind.js';
import type { Finding, FindingKind, Findings } from './findings.js';
import { type Span, type Subject, Violation } from './violation.js';

/**
 * Runs a check without locations; only when it fails, again with them.
 *
 * @param check throws a Violation.
 * @throws ServiceError `document_too_complex` with the location and the reason of the Violation.
 */
export function explained<Result>(sources: SourceTexts, check: (located: boolean) => Result): Result {
  const violation = violationOf(() => check(false));
  if (!(violation instanceof Violation)) return violation.result;
  const located = violationOf(() => check(true));
  const { subject, fault } = located instanceof Violation ? located : violation;
  throw new ServiceError('document_too_complex', `${placeOf(subject, sources)} ${fault}.`);
}

function violationOf<Result>(check: () => Result): Violation | { result: Result } {
  try {
    return { result: check() };
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}

/** A finding as the caller reads it. */
export interface Report extends SaidWarning {
  readonly kind: FindingKind;
}

/** The findings of a check. Locations take a second one, which is done when somebody wants to read them. */
export class Reports {
  /** The addresses that the browser may ask for in vain: what it asks for has a consequence. */
  readonly addresses: ReadonlySet<string>;

  /** @param locate finds the same again, with locations. */
  constructor(
    private readonly findings: Findings,
    private readonly sources: SourceTexts,
    private readonly locate: () => Findings,
  ) {
    const asked = findings.list.flatMap(({ address }) => address ?? []);
    this.addresses = new Set(asked.filter((address) => !address.startsWith('print:')));
  }

  /** Whether something is missing that a reader would miss. */
  get lacksContent(): boolean {
    const isContent = ({ kind }: Pick<Finding, 'kind'>): boolean => kind === 'content';
    return this.findings.list.some(isContent) && this.read(new Set()).some(isContent);
  }

  /** Whether something is missing that a reader would miss if it shows, which the browser knows. */
  get mayLackContent(): boolean {
    return this.findings.list.some(({ kind, address }) => kind === 'content' && address !== undefined);
  }

  private isWrittenEmpty({ isEmpty, subject: { span } }: Finding): boolean {
    const source = span && this.sources[span.field];
    if (!isEmpty || source === undefined) return false;
    const written = typeof source === 'string' ? source.slice(span?.start) : source.templateFrom(span?.start ?? 0);
    return EMPTY_ATTRIBUTE.test(written);
  }

  /** @param asked what the browser has asked for. @returns the findings that have a consequence. */
  read(asked: ReadonlySet<string>): Report[] {
    const matters = ({ address }: Finding): boolean => address === undefined || asked.has(address);
    if (!this.findings.list.some(matters)) return [];
    return this.locate()
      .list.filter((finding) => matters(finding) && !this.isWrittenEmpty(finding))
      .map(({ kind, code, subject, fault }) => {
        const message = `${placeOf(subject, this.sources)} ${fault}.`;
        const said = saidOf(subject, fault, this.sources);
        return { kind, code, message, said, ...positionOf(subject, this.sources) };
      });
  }
}

/**
 * What is wrong in the same way at the same place of a template, which a loop fills again and again, is told once, with its count.
 *
 * @param found with locations.
 */
export function toldOnce(found: readonly Omit<Finding, 'kind'>[], sources: SourceTexts): SaidWarning[] {
  const told = new Map<string, { finding: Omit<Finding, 'kind'>; place: string; count: number }>();
  for (const finding of found) {
    const place = finding.isWhole ? finding.subject.name : placeOf(finding.subject, sources);
    const key = `${place} ${finding.fault}`;
    told.set(key, { finding, place, count: (told.get(key)?.count ?? 0) + 1 });
  }
  return [...told.values()].map(({ finding: { code, subject, fault, isWhole }, place, count }) => ({
    code,
    message: `${place}${count > 1 ? ` (${count} times)` : ''} ${fault}.`,
    ...(!isWhole && { said: saidOf(subject, fault, sources, count) }),
    ...positionOf(subject, sources),
  }));
}

function saidOf(subject: Subject, fault: string, sources: SourceTexts, count = 1): Said {
  const { name } = subject;
  return { name, place: placeOf(subject, sources).slice(name.length + 1), fault, count };
}

const EMPTY_ATTRIBUTE = /^[^\s=>[\]]+(?:\s*=\s*(?:""|''))?[\s/>]/;

/** Those of a check, or of anything else that is to be said of a document. */
export type AnyReports = Pick<Reports, keyof Reports>;

/** A text of the request: plain, or filled from a template, whose positions messages then name. */
export type SourceText = string | FilledText;

export const textOf = (source: SourceText): string => (typeof source === 'string' ? source : source.text);

/** The texts that are checked together, by their fields in the request. */
type SourceTexts = Readonly<Record<string, SourceText>>;

/** For what appears only when wrong nesting is corrected. */
const NOWHERE = 'between wrongly nested elements';

/** @returns "`img` `src` at html 12:5", followed by "from `[[logo]]`" when it comes from a tag. */
export function placeOf({ name, span }: Subject, sources: SourceTexts): string {
  const source = span && sources[span.field];
  if (span === undefined || source === undefined) return `${name} ${NOWHERE}`;
  const { tag, ...position } = originOf(source, span, sources);
  const from = tag === undefined ? '' : ` from \`[[${tag}]]\``;
  return `${name} at ${span.field} ${inShort(position)}${from}`;
}

function positionOf(
  { span }: Subject,
  sources: SourceTexts,
): Required<Pick<ContentWarning, 'line' | 'column'>> | undefined {
  const source = span && sources[span.field];
  if (span === undefined || source === undefined) return undefined;
  const { line, column } = originOf(source, span, sources);
  return { line, column };
}

/** Of plain texts, whose lines are counted once however much is found in them. */
const POSITIONS = new WeakMap<SourceTexts, Map<string, Positions>>();

function originOf(source: SourceText, { field, start, end }: Span, sources: SourceTexts): Position & { tag?: string } {
  if (typeof source !== 'string') return source.originOf(start, end);
  const known = POSITIONS.get(sources) ?? new Map<string, Positions>();
  POSITIONS.set(sources, known);
  const positions = known.get(field) ?? new Positions(source);
  known.set(field, positions);
  return positions.at(start);
}

export interface DocumentImage {
  /** As the browser will request it: normalised, without a fragment. */
  readonly url: string;
  /** The request's own; without it the image is to be fetched. */
  readonly file?: DocumentFile;
  /** Its first location, for messages: "`img` `src` at html 12:5". Computed when it is read. */
  readonly place: string;
  /** Likewise, where it is known. */
  readonly position?: Position | undefined;
}

/** @param locate finds the same images again, with their locations. */
export function documentImages(
  found: readonly FoundImage[],
  sources: SourceTexts,
  locate: () => readonly FoundImage[],
): DocumentImage[] {
  let located: readonly FoundImage[] | undefined;
  const subjectOf = (image: FoundImage): Subject => {
    located ??= locate();
    return (located.find(({ url }) => url === image.url) ?? image).subject;
  };
  return found.map((image) => ({
    url: image.url,
    ...(image.file && { file: image.file }),
    get place() {
      return placeOf(subjectOf(image), sources);
    },
    get position() {
      return positionOf(subjectOf(image), sources);
    },
  }));
}

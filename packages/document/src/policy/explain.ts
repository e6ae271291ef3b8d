/** Turns findings and violations into messages with positions in the text that was sent. */

import { type ContentWarning, ServiceError } from '@toolpress/contract';
import { type FilledText, type Position, Positions, shortPosition } from '@toolpress/template';
import type { DocumentFile } from '../files.js';
import type { FoundImage } from '../images/collector.js';
import type { GroupableWarning, Said } from './by-kind.js';
import type { Finding, FindingKind, Findings } from './findings.js';
import { type Span, type Subject, Violation } from './violation.js';

/**
 * Runs a check without locations, and repeats it with locations if it fails.
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

/** A finding as a message. */
export interface Report extends GroupableWarning {
  readonly kind: FindingKind;
}

/** The findings of a check. Locations need a second check, which is done on reading. */
export class Reports {
  /** The addresses that the browser may request without an answer. A requested address has a consequence. */
  readonly addresses: ReadonlySet<string>;

  /** @param locate repeats the check with locations. */
  constructor(
    private readonly findings: Findings,
    private readonly sources: SourceTexts,
    private readonly locate: () => Findings,
  ) {
    const asked = findings.list.flatMap(({ address }) => address ?? []);
    this.addresses = new Set(asked.filter((address) => !address.startsWith('print:')));
  }

  /** Whether nothing was found. */
  get isEmpty(): boolean {
    return this.findings.list.length === 0;
  }

  /** Whether visible content is missing. */
  get lacksContent(): boolean {
    const isContent = ({ kind }: Pick<Finding, 'kind'>): boolean => kind === 'content';
    return this.findings.list.some(isContent) && this.read(new Set()).some(isContent);
  }

  /** Whether content is missing that may be visible. The browser knows. */
  get mayLackContent(): boolean {
    return this.findings.list.some(({ kind, address }) => kind === 'content' && address !== undefined);
  }

  /** Returns the findings that have a consequence. @param asked the addresses that the browser has requested. */
  read(asked: ReadonlySet<string>): Report[] {
    const matters = ({ address }: Finding): boolean => address === undefined || asked.has(address);
    if (!this.findings.list.some(matters)) return [];
    return this.locate()
      .list.filter(matters)
      .map(({ kind, code, subject, fault, count }) => {
        const message = `${placeOf(subject, this.sources)} ${fault}.`;
        const said = saidOf(subject, fault, this.sources, count);
        return { kind, code, message, said, ...positionOf(subject, this.sources) };
      });
  }
}

/**
 * Groups equal findings at the same place of a template, as from a loop, into one warning with a count.
 *
 * @param found findings with locations.
 */
export function groupRepeated(found: readonly Omit<Finding, 'kind'>[], sources: SourceTexts): GroupableWarning[] {
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

export function saidOf(subject: Subject, fault: string, sources: SourceTexts, count = 1): Said {
  const { name } = subject;
  return { name, place: placeOf(subject, sources).slice(name.length + 1), fault, count };
}

const EMPTY_ATTRIBUTE = /^[^\s=>[\]]+(?:\s*=\s*(?:""|''))?[\s/>]/;

/** Returns a function that returns whether an attribute was intentionally written empty; false without a location. */
export const isWrittenEmpty =
  (sources: SourceTexts) =>
  ({ isEmpty, subject: { span } }: Pick<Finding, 'isEmpty' | 'subject'>): boolean => {
    const source = span && sources[span.field];
    if (!isEmpty || source === undefined) return false;
    const written = typeof source === 'string' ? source.slice(span?.start) : source.templateFrom(span?.start ?? 0);
    return EMPTY_ATTRIBUTE.test(written);
  };

/** Reports of a check or another source. */
export type AnyReports = Pick<Reports, keyof Reports>;

/** A text of the request: plain, or filled from a template. Messages name positions in the template. */
export type SourceText = string | FilledText;

/**
 * Returns the text to check. Parsers of HTML and CSS would read a byte order mark at its start as text. A blank in its place keeps all
 * offsets and prints nothing.
 */
export function textOf(source: SourceText): string {
  const text = typeof source === 'string' ? source : source.text;
  return text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
}

/** The texts that are checked together, by the request's fields. */
export type SourceTexts = Readonly<Record<string, SourceText>>;

/** The position of elements that exist only after wrong nesting is corrected. */
const NOWHERE = 'between wrongly nested elements';

/** Returns the place of a subject: "`img` `src` at html 12:5", with "from `[[logo]]`" if it comes from a tag. */
export function placeOf({ name, span }: Subject, sources: SourceTexts): string {
  const source = span && sources[span.field];
  if (span === undefined || source === undefined) return `${name} ${NOWHERE}`;
  const { tag, ...position } = originOf(source, span, sources);
  const from = tag === undefined ? '' : ` from \`[[${tag}]]\``;
  return `${name} at ${span.field} ${shortPosition(position)}${from}`;
}

export function positionOf(
  { span }: Subject,
  sources: SourceTexts,
): Required<Pick<ContentWarning, 'line' | 'column'>> | undefined {
  const source = span && sources[span.field];
  if (span === undefined || source === undefined) return undefined;
  const { line, column } = originOf(source, span, sources);
  return { line, column };
}

/** Line positions of plain texts, counted once. */
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
  /** The URL as the browser requests it: normalised, without a fragment. */
  readonly url: string;
  /** The file of the request. Without it the image must be fetched. */
  readonly file?: DocumentFile;
  /** Its first place, for messages: "`img` `src` at html 12:5". Computed on reading. */
  readonly place: string;
  /** The position of its first place, if known. Computed on reading. */
  readonly position?: Position | undefined;
}

/** Returns the images of a document. @param locate repeats the search with locations. */
export function documentImages(
  found: readonly FoundImage[],
  sources: SourceTexts,
  locate: () => readonly FoundImage[],
): DocumentImage[] {
  let located: ReadonlyMap<string, Subject> | undefined;
  const subjectOf = ({ url, subject }: FoundImage): Subject => {
    located ??= new Map(locate().map((image) => [image.url, image.subject]));
    return located.get(url) ?? subject;
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

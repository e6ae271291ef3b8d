/** Makes of a violation what the sender gets to see. */
import { ServiceError } from '@toolpress/contract';
import type { FoundImage } from '../images/collector.js';
import type { FilledText } from '../template/filled-text.js';
import { Positions } from '../template/template.js';
import { type Span, type Subject, Violation } from './violation.js';

/**
 * Runs a check the quick way; only when that fails, once more the slow way, to learn where the fault stands.
 *
 * @param check throws a Violation, with places when it is asked for them.
 * @throws ServiceError with the code, the place and the fault of the Violation.
 */
export function explained<Result>(sources: SourceTexts, check: (located: boolean) => Result): Result {
  try {
    return check(false);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const { subject, fault, code } = withPlace(error, check);
    throw new ServiceError(code, `${placeOf(subject, sources)} ${fault}.`);
  }
}

/**
 * As `explained`, for a text that nobody sent as it is.
 *
 * @param place what the message says of it, after what is at fault.
 */
export function explainedWithin<Result>(place: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new ServiceError(error.code, `${error.subject.name} ${place} ${error.fault}.`);
  }
}

function withPlace(violation: Violation, check: (located: boolean) => unknown): Violation {
  try {
    check(true);
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
  return violation;
}

/** Says where something stands, in the words of whoever sent it. */

/** A text of the request: as it is, or filled from a template, so that messages name the place in the template. */
export type SourceText = string | FilledText;

export const textOf = (source: SourceText): string => (typeof source === 'string' ? source : source.text);

/** The texts that are checked together, by their fields in the request. */
type SourceTexts = Readonly<Record<string, SourceText>>;

/** Only what shows when wrong nesting is put right stands nowhere in what was sent. */
const NOWHERE = 'between wrongly nested elements';

/** @returns "`img` `src` at html 12:5", with "from `[[logo]]`" behind it when a tag brought it there. */
function placeOf({ name, span }: Subject, sources: SourceTexts): string {
  const source = span && sources[span.field];
  if (span === undefined || source === undefined) return `${name} ${NOWHERE}`;
  const { line, column, tag } = originOf(source, span);
  const from = tag === undefined ? '' : ` from \`[[${tag}]]\``;
  return `${name} at ${span.field} ${line}:${column}${from}`;
}

function originOf(source: SourceText, { start, end }: Span): { line: number; column: number; tag?: string } {
  return typeof source === 'string' ? new Positions(source).at(start) : source.originOf(start, end);
}

/** The images that a document needs from elsewhere. */

export interface RemoteImage {
  /** As the browser will ask for it: in the URL standard's normal form, without a fragment. */
  readonly url: string;
  /** Where it first stands, for messages: "`img` `src` at html 12:5". Found out when it is read. */
  readonly place: string;
}

/** @param locate finds the same images again, with their places. */
export function remoteImages(
  found: readonly FoundImage[],
  sources: SourceTexts,
  locate: () => readonly FoundImage[],
): RemoteImage[] {
  let located: readonly FoundImage[] | undefined;
  const place = (image: FoundImage): string => {
    located ??= locate();
    const { subject } = located.find(({ url }) => url === image.url) ?? image;
    return placeOf(subject, sources);
  };
  return found.map((image) => ({
    url: image.url,
    get place() {
      return place(image);
    },
  }));
}

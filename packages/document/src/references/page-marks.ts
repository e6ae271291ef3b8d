/** Marks that stand in a checked document for numbers of pages, which are known only after printing. */
import { randomBytes } from 'node:crypto';
import { COUNTER_STYLES, type CounterStyle, countered } from './counter-styles.js';

/** No document can know it. */
const SECRET = randomBytes(12).toString('hex');
const PATTERN = `(n|m)(\\d)x([0-9a-f]*)x${SECRET}`;
const MARKS = new RegExp(PATTERN, 'g');
const MARK = new RegExp(`^${PATTERN}$`);

interface PageMark {
  readonly id: string;
  /** Whether the element has to be on a page: the author's own text counts on it. */
  readonly isRequired: boolean;
}

/**
 * @param id of the element.
 * @returns what stands for the number of its page: letters and digits only.
 */
export const pageMark = (id: string, style: CounterStyle = 'decimal', { isRequired = true } = {}): string =>
  `${isRequired ? 'n' : 'm'}${COUNTER_STYLES.indexOf(style)}x${Buffer.from(id).toString('hex')}x${SECRET}`;

export const isPageMark = (text: string): boolean => text.endsWith(SECRET) && MARK.test(text);

const idOf = (hex: string): string => Buffer.from(hex, 'hex').toString();

/** @returns the marks of a text in their order. */
export const pageMarksIn = (text: string): PageMark[] =>
  text.includes(SECRET)
    ? [...text.matchAll(MARKS)].map(([, kind, , hex = '']) => ({ id: idOf(hex), isRequired: kind === 'n' }))
    : [];

/** @param numbers of pages, by the ids of the elements. @returns the text with numbers; of an element on no page it has none. */
export const withPageNumbers = (text: string, numbers: ReadonlyMap<string, number>): string =>
  text.replace(MARKS, (_, _kind, style: number, hex: string) => {
    const number = numbers.get(idOf(hex));
    return number === undefined ? '' : countered(number, COUNTER_STYLES[style] ?? 'decimal');
  });

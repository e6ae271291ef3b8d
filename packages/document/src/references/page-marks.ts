/** Marks that stand in a checked document for numbers of pages, which are known only after printing. */
import { randomBytes } from 'node:crypto';

/** No document can know it. */
const SECRET = randomBytes(12).toString('hex');
const MARK = new RegExp(`n([0-9a-f]*)x${SECRET}`, 'g');

/** @returns what stands for the page of an element: letters and digits only. */
export const pageMark = (id: string): string => `n${Buffer.from(id).toString('hex')}x${SECRET}`;

const idOf = (hex: string): string => Buffer.from(hex, 'hex').toString();

/** @returns the ids whose pages the text prints. */
export const markedIds = (text: string): string[] =>
  text.includes(SECRET) ? [...text.matchAll(MARK)].map(([, hex = '']) => idOf(hex)) : [];

/** @returns the text with what is printed in the place of each mark. */
export const withPageNumbers = (text: string, printed: (id: string) => string): string =>
  text.replace(MARK, (_, hex: string) => printed(idOf(hex)));

/** Finds what is wrong with JSON: invalid syntax, a name twice in an object, a number that would lose digits. */
import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { isExact } from './exact-numbers.js';

export interface JsonFault {
  /** The predicate of a sentence, without its place and without a full stop. Quotes names, but no values. */
  fault: string;
  /** The number as it is written, if it would lose digits. */
  number?: string;
  /** The place, from 1. Absent if the text is nested too deep. */
  line?: number;
  column?: number;
}

interface SearchOptions {
  /** The largest number of faults; 1 by default. Nothing is found after invalid syntax. */
  most?: number;
  /** Whether all numbers are right, or the names in the outer object whose values may have any. */
  keepsNumbers?: boolean | readonly string[];
}

const MAX_NAME_SHOWN = 60;

/** Ends the search: each fault takes time, and a text of half a megabyte may have a hundred thousand. */
class EnoughFaults extends Error {}

/** Returns the first faults of JSON, with their places. */
export function jsonFaults(text: string, { most = 1, keepsNumbers = [] }: SearchOptions = {}): JsonFault[] {
  const found: JsonFault[] = [];
  const add = (fault: Omit<JsonFault, 'line' | 'column'>, line: number, column: number, isLast = false): void => {
    found.push({ ...fault, line: line + 1, column: column + 1 });
    if (isLast || found.length >= most) throw new EnoughFaults();
  };
  const names: Set<string>[] = [];
  const visitor: JSONVisitor = {
    onObjectBegin: () => void names.push(new Set()),
    onObjectEnd: () => void names.pop(),
    onObjectProperty: (name, _offset, _length, line, column) => {
      if (names.at(-1)?.has(name))
        add({ fault: `has the name \`${name.slice(0, MAX_NAME_SHOWN)}\` twice in one object` }, line, column);
      names.at(-1)?.add(name);
    },
    onLiteralValue: (value, offset, length, line, column, path) => {
      if (typeof value !== 'number') return;
      const number = text.slice(offset, offset + length);
      if (isExact(number) || (Array.isArray(keepsNumbers) ? keepsNumbers.includes(path()[0]) : keepsNumbers)) return;
      add({ fault: LOSES_DIGITS, number }, line, column);
    },
    onError: (error, _offset, _length, line, column) =>
      add({ fault: `is not valid JSON: ${phraseOf(error)}` }, line, column, true),
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) found.push({ fault: 'is nested too deep' });
    else if (!(error instanceof EnoughFaults)) throw error;
  }
  return found;
}

const LOSES_DIGITS = 'has a number that would lose digits: send it as a string, such as `"12345678901234567890"`';

const QUOTES = 'names and texts need double quotes, and `"` in a text is written `\\"`';
const LAST = 'the last member has no trailing comma';
/** What to do about a fault, by the parser's name for it. */
const REMEDIES: Partial<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: QUOTES,
  CommaExpected: QUOTES,
  ColonExpected: QUOTES,
  PropertyNameExpected: `${QUOTES}; ${LAST}`,
  ValueExpected: LAST,
  UnexpectedEndOfString: 'a line break in a text is written `\\n`',
  InvalidEscapeCharacter: 'a backslash in a text is written `\\\\`',
  InvalidCharacter: 'a tab in a text is written `\\t`',
};

function phraseOf(error: ParseErrorCode): string {
  const name = printParseErrorCode(error);
  const remedy = REMEDIES[name];
  const phrase = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return remedy === undefined ? phrase : `${phrase}: ${remedy}`;
}

/** Reads the fields of a form. Faults are collected, and worded as Gotenberg's clients know them: its server is written in Go. */
import type { Form } from './form-body.js';
import { invalidForm } from './form-body.js';

/** A fault of a value, without the field's name. */
export class FieldFault extends Error {}

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);
/** Units per inch. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['pt', 72],
  ['px', 96],
  ['in', 1],
  ['mm', 25.4],
  ['cm', 2.54],
  ['pc', 6],
]);
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** The largest lengths of a value and of its fault in a message. */
const MAX_SHOWN = 200;
const MAX_FAULT = 1_000;
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);
/** Returns a value for messages, where a long one is cut. */
export const shown = (value: string): string => cut(value, MAX_SHOWN);
const quoted = (value: string): string => JSON.stringify(shown(value));

export class FieldReader {
  private readonly faults: string[] = [];

  constructor(private readonly fields: Form['fields']) {}

  /** Returns the first value of a field; undefined when it is absent or empty. */
  text(name: string): string | undefined {
    return this.fields.get(name)?.[0] || undefined;
  }

  bool(name: string): boolean | undefined {
    return this.read(name, boolOf);
  }

  float(name: string): number | undefined {
    return this.read(name, floatOf);
  }

  integer(name: string): number | undefined {
    return this.read(name, (value) => integerOf(value));
  }

  /** Returns a length in inches. */
  inches(name: string): number | undefined {
    return this.read(name, (value) => {
      const perInch = UNITS.get(value.slice(-2));
      return perInch === undefined ? floatOf(value) : floatOf(value.slice(0, -2)) / perInch;
    });
  }

  duration(name: string): string | undefined {
    return this.read(name, (value) => {
      if (!DURATION.test(value)) throw new FieldFault(`time: invalid duration ${quoted(value)}`);
      return value;
    });
  }

  /** Returns a value of JSON. @param check throws a fault for another kind of value. */
  json<Value>(name: string, check: (value: unknown) => Value): Value | undefined {
    return this.read(name, (text) => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        throw new FieldFault(`unmarshal ${name}: ${jsonFault(text)}`);
      }
      return check(value);
    });
  }

  /** Returns what `parse` makes of a value. @param parse throws a `FieldFault`. */
  read<Value>(name: string, parse: (value: string) => Value): Value | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      const fault = cut(error.message, MAX_FAULT);
      this.faults.push(`form field '${name}' is invalid (got '${shown(value)}', resulting to ${fault})`);
      return undefined;
    }
  }

  fault(text: string): void {
    this.faults.push(text);
  }

  /** @throws ServiceError `invalid_parameter` with all faults. */
  check(): void {
    if (this.faults.length > 0) throw invalidForm(this.faults.join('\n'));
  }
}

function boolOf(value: string): boolean {
  if (TRUE.has(value)) return true;
  if (FALSE.has(value)) return false;
  throw new FieldFault(`strconv.ParseBool: parsing ${quoted(value)}: invalid syntax`);
}

function floatOf(value: string): number {
  if (FLOAT.test(value)) return Number(value);
  throw new FieldFault(`strconv.ParseFloat: parsing ${quoted(value)}: invalid syntax`);
}

export function integerOf(value: string): number {
  if (/^[+-]?\d{1,15}$/.test(value)) return Number(value);
  throw new FieldFault(`strconv.Atoi: parsing ${quoted(value)}: invalid syntax`);
}

/** Returns an object of texts. */
export function textsOf(value: unknown): Record<string, string> {
  const isTexts = isObject(value) && Object.values(value).every((one) => typeof one === 'string');
  if (!isTexts) throw new FieldFault('wrong value, expected an object of strings');
  return value as Record<string, string>;
}

/** Returns a JSON value that is neither a list nor an object as text. */
export function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new FieldFault('wrong value, expected a string or number');
  return String(value);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const WORDS = ['true', 'false', 'null'];

/** Returns what Go's parser says of the first wrong character of a word, else that the text is not JSON. */
function jsonFault(text: string): string {
  const trimmed = text.trimStart();
  const [first] = trimmed;
  if (trimmed === '') return 'unexpected end of JSON input';
  const word = WORDS.find((one) => one[0] === trimmed[0]);
  if (word === undefined)
    return /^[{["\d-]/.test(trimmed)
      ? 'the value is not valid JSON'
      : `invalid character '${first}' looking for beginning of value`;
  const wrong = [...word].findIndex((letter, index) => trimmed[index] !== letter);
  if (wrong === -1) return 'invalid character after top-level value';
  const [found] = trimmed.slice(wrong);
  if (found === undefined) return 'unexpected end of JSON input';
  return `invalid character '${found}' in literal ${word} (expecting '${word[wrong]}')`;
}

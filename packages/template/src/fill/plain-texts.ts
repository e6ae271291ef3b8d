/** Fills the text fields of a request that are no documents, such as a file name: as plain text. */
import { type JsonObject, ServiceError } from '@toolpress/contract';
import { compileTemplate } from '../parse/compile.js';
import { type FormatSettings, Formats } from '../values/formats.js';
import type { PlainEscape } from './fill-options.js';
import { FilledText } from './filled-text.js';
import { languageOf } from './language.js';
import { missingValues } from './missing-values.js';

export interface PlainText {
  /** The name of the field in the request, for messages. */
  readonly field: string;
  readonly text: string;
  /** The place that values are escaped for, see `FillOptions.escape`. */
  readonly escape: PlainEscape;
  /** The largest length of the filled text, in characters. */
  readonly maxLength: number;
  /** Whether the filled text may be empty. An empty password would leave a PDF open. */
  readonly mayBeEmpty?: boolean;
  /** Whether a tag must print something. A password of the text around its tags would be that of everybody. */
  readonly needsValue?: boolean;
}

export interface PlainSettings extends FormatSettings {
  /** The HTML template of the document, whose language applies without a locale. */
  readonly html?: string | undefined;
}

/** The largest number of steps for one text, which take a tenth of a second: a filter may read all rows of the data. */
const MAX_STEPS = 200_000;

/** A quick check: whether a text may have a tag. */
export const mayHaveTags = (text: string): boolean => text.includes('[[');

/**
 * Fills texts with data. A missing value is an error, and so are values that are HTML or page numbers. To be called in a thread that can be
 * ended: filters take time.
 *
 * @param data nested at most `MAX_JSON_DEPTH` deep.
 * @returns the filled texts in order, each as it was given if it is faulty; and the errors, which name the fields and no values:
 *   ServiceError `template_invalid` or `tag_without_value`.
 */
export function fillPlainTexts(
  texts: readonly PlainText[],
  data: JsonObject | undefined,
  settings: PlainSettings = {},
): { texts: string[]; errors: ServiceError[] } {
  const errors: ServiceError[] = [];
  let known: Formats | undefined;
  const filled = texts.map((text) => {
    if (!mayHaveTags(text.text)) return text.text;
    known ??= formatsOf(settings, data);
    const found = filledOrFaults(text, data, known);
    if (typeof found === 'string') return found;
    errors.push(...found);
    return text.text;
  });
  return { texts: filled, errors };
}

function filledOrFaults(
  { field, text: source, escape: place, maxLength, mayBeEmpty = false, needsValue = false }: PlainText,
  data: JsonObject | undefined,
  formats: Formats,
): string | ServiceError[] {
  try {
    // Not cached: the text may be a part of a password.
    const template = compileTemplate(source, field);
    const filled = new FilledText(template, data, {
      ...{ escape: place, field, formats, maxLength, maxSteps: MAX_STEPS },
    });
    const faults = missingValues({ [field]: filled });
    if (faults.length > 0) return faults.map(withoutPosition);
    const lacksValue = needsValue && !filled.hasValues && template.nodes.some(({ kind }) => kind === 'value');
    if ((filled.text.trim() !== '' && !lacksValue) || mayBeEmpty) return filled.text;
    return [new ServiceError('tag_without_value', `\`${field}\` is empty when its tags are filled from \`data\`.`)];
  } catch (error) {
    if (error instanceof ServiceError) return [withoutPosition(error)];
    throw error;
  }
}

/** Positions of faults are those of the document. The message has the field's. */
const withoutPosition = ({ code, message }: ServiceError): ServiceError => new ServiceError(code, message);

/** Returns formats in the language of the request, else of the document, whose `lang` may have a tag. */
function formatsOf({ html = '', ...settings }: PlainSettings, data: JsonObject | undefined): Formats {
  const formats = new Formats(settings);
  if (formats.hasLocale) return formats;
  const language = languageOf(html) ?? '';
  const text = { field: 'html', text: language, escape: 'text', maxLength: MAX_LANGUAGE } as const;
  const filled = mayHaveTags(language) ? filledOrFaults(text, data, new Formats({ locale: 'en' })) : language;
  formats.learnLocale(typeof filled === 'string' ? filled : undefined);
  return formats;
}

const MAX_LANGUAGE = 100;

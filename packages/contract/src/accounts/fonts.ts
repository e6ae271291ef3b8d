/** Account fonts: faces of families that an account's documents can use. */
import Joi from 'joi';
import { VariableName } from '../schema/references.js';
import { anyText, createdAt, type Infer, integer, oneOf, shape, text, updatedAt } from '../schema/schema.js';

/** The largest number of fonts of an account, and of bytes of each. */
export const MAX_FONTS = 50;
export const MAX_FONT_BYTES = 2 * 1024 * 1024;

export const FontName = VariableName.description('The font’s name; documents name its family.').example('brand-bold', {
  override: true,
});

/** Family names that CSS defines. They cannot be names of account fonts. */
const CSS_FAMILIES = [
  ...['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'math', 'emoji', 'fangsong', 'system-ui'],
  ...['ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded', '-webkit-body', '-webkit-standard'],
  ...['inherit', 'initial', 'unset', 'revert', 'revert-layer', 'default'],
];

const family = () =>
  text()
    .max(100)
    .pattern(/^(?! )(?:(?! {2})[^\p{C}\p{Zl}\p{Zp}"\\])+(?<! )$/u, 'plain')
    .invalid(...CSS_FAMILIES)
    .insensitive()
    .messages({
      'string.pattern.name':
        '{{#label}} must be a name as `font-family` has it: without quotes, backslashes, control characters and needless blanks',
      'any.invalid': '{{#label}} must not be a family that CSS itself defines, such as `serif`',
    })
    .description('The family that documents use in `font-family`; case does not matter.')
    .example('Brand Sans');

/** A weight, or the range of a variable font. */
const WEIGHT_RANGE = new RegExp(
  `^(?:${[1, 2, 3, 4, 5, 6, 7, 8].map((from) => `${from}00 [${from + 1}-9]00`).join('|')})$`,
);

const weight = () =>
  Joi.alternatives<number | string>(integer().min(100).max(900), text().pattern(WEIGHT_RANGE))
    .messages({
      '*': '{{#label}} must be a number from 100 to 900, or a range of hundreds for a variable font, such as `"100 900"`',
    })
    .description('100 to 900, or a range such as `"100 900"` for a variable font; default 400.')
    .example(700);

const STYLES = ['normal', 'italic'] as const;

/** A font with the letter A only. */
const ONE_LETTER =
  'd09GMgABAAAAAAEIAAoAAAAAAkAAAAC/AAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAANAoYNgE2AiQDBgsGAAQgBToHIBujAQCeBTnZZaqdXCj4qZnCHhF9P6Z7//2QSgoay' +
  'LiysNVAEshW2RhR46pkx7NKDkDy9oYMzq4E/vrXyfGJDnhACBCfQPMAS+COYyMSiWj2UeUrGejEAIdrcOy4NhZRGz4AABugobCqBKu6DXRdcLw4UxMADXQEhSGgA1K5OPO/c0' +
  'AQ5vLedO97rD7hbXcujXy1URoIHypfQANEky8QNCWgARiaNSV9IlZR22nGVp14ceXBrQ2nPP/qxKM7t0oBAAAA';

/** Base64 of at least one byte. The reader of the font reports faults in it. */
const BASE64 = '^[ \\t\\r\\n]*[A-Za-z0-9_+/-][ \\t\\r\\n]*[A-Za-z0-9_+/-][A-Za-z0-9_+/= \\t\\r\\n-]*$';

export const FontInput = shape(
  {
    family: family(),
    data_base64: anyText()
      .description('The font file, WOFF2, WOFF, TTF or OTF, at most 2 MiB.')
      .meta({ jsonSchema: { minLength: 2, pattern: BASE64 } })
      .example(ONE_LETTER),
  },
  {
    weight: weight(),
    style: oneOf(...STYLES).description('Default `normal`.'),
  },
);
export type FontInput = Infer<typeof FontInput>;

export const FONT_FORMATS = ['woff2', 'woff', 'ttf', 'otf'] as const;
export type FontFormat = (typeof FONT_FORMATS)[number];

/** A font without its file. */
export const Font = shape({
  name: FontName,
  family: family(),
  weight: weight(),
  style: oneOf(...STYLES).description('Upright or slanted.'),
  format: oneOf(...FONT_FORMATS).description('The file’s format.'),
  size_bytes: integer().min(1).description('Size of the file in bytes.').example(48_120),
  sha256: text()
    .description('The file’s SHA-256 in hexadecimal digits.')
    .example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type Font = Infer<typeof Font>;

/** A font as stored in Redis. */
export interface StoredFont extends Font {
  /** The name of its file in the file store. */
  file: string;
}

/** Redis' hash of an account's fonts: name to `StoredFont` as JSON. Gateways write it, workers read it with each document. */
export const fontsKey = (accountId: string): string => `toolpress:account:${accountId}:fonts`;

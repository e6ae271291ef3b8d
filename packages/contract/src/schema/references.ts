/** Names of saved template variables, and references to their versions: `invoice`, `invoice@3`, `invoice@draft`. */
import Joi from 'joi';
import { type Infer, integer, oneOf, shape, text } from './schema.js';

/** The pattern of variable names. */
export const VARIABLE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

export const DRAFT = 'draft';

/** The pattern of references, also in `[[var:name@3]]`. */
export const VARIABLE_REFERENCE = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,63})(?:@(draft|[1-9]\d{0,8}))?$/;
/** The longest reference in characters. */
export const MAX_REFERENCE = 74;

export const VariableName = text()
  .pattern(VARIABLE_NAME)
  .message('{{#label}} must be 1 to 64 letters, digits, `_`, `.` or `-`, and begin with a letter or digit')
  .description('The variable’s name, as in `[[var:name]]`.')
  .example('invoice-template');

export const TemplateReference = text()
  .pattern(VARIABLE_REFERENCE)
  .message(
    '{{#label}} must be the name of a template variable, with or without a version: `invoice`, `invoice@3` or `invoice@draft`',
  );

/** A version's number, or the draft. */
export const TemplateVersion = (): Joi.AnySchema<TemplateVersion> =>
  Joi.alternatives<TemplateVersion>(integer().min(1), oneOf(DRAFT)).messages({
    'alternatives.match': '{{#label}} must be the number of a version or `draft`',
    'alternatives.types': '{{#label}} must be the number of a version or `draft`',
  });
export type TemplateVersion = number | typeof DRAFT;

/** The same in answers. */
export const ShownVersion = (): Joi.AnySchema<TemplateVersion> =>
  Joi.alternatives<TemplateVersion>(integer().min(1), text());

/** The version that a PDF was printed from. */
export const PrintedTemplate = shape({
  name: VariableName,
  version: ShownVersion().description('The number of the version, or `draft`.').example(3),
});
export type PrintedTemplate = Infer<typeof PrintedTemplate>;

/** Returns the name and the version of a reference. The version is undefined for the published one. */
export function readReference(reference: string): { name: string; version?: TemplateVersion } {
  const [, name = '', version] = VARIABLE_REFERENCE.exec(reference) ?? [];
  if (version === undefined) return { name };
  return { name, version: version === DRAFT ? DRAFT : Number(version) };
}

/** Specification 2.5: saved template variables, loaded in a template by `[[var:name]]`. */
import { createdAt, type Infer, oneOf, shape, text, updatedAt } from './schema.js';

/** The pattern of variable names, also in `[[var:name]]`. */
export const VARIABLE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

export const VariableName = text()
  .pattern(VARIABLE_NAME)
  .message('{{#label}} must be 1 to 64 letters, digits, `_`, `.` or `-`, and begin with a letter or digit')
  .description('The variable’s name, as in `[[var:name]]`.')
  .example('invoice-template');

/** The largest size of a variable, and of all variables of an account, in bytes of UTF-8. */
export const MAX_VARIABLE_BYTES = 1024 * 1024;
export const MAX_VARIABLES_BYTES = 64 * 1024 * 1024;
export const MAX_VARIABLES = 1_000;

const kind = () => oneOf('html', 'css').description('What the content is.');

export const VariableContent = shape({
  kind: kind().example('html'),
  content: text()
    .max(MAX_VARIABLE_BYTES, 'utf8')
    .description('The template’s text, at most 1 MiB.')
    .example('<h1>[[who]]</h1>'),
});
export type VariableContent = Infer<typeof VariableContent>;

export const VariableSummary = shape({
  name: VariableName,
  kind: kind(),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type VariableSummary = Infer<typeof VariableSummary>;

export const Variable = shape({
  name: VariableName,
  kind: kind(),
  content: text().description('The template’s text.').example('<h1>[[who]]</h1>'),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type Variable = Infer<typeof Variable>;

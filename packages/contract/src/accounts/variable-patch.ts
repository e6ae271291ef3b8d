/** Changes of a saved template's parts, as JSON Merge Patch (RFC 7396). */
import type Joi from 'joi';
import { passedOn } from '../schema/raw-json.js';
import {
  anyText,
  flag,
  type Infer,
  type JsonObject,
  jsonObject,
  oneOf,
  orNull,
  shape,
  text,
} from '../schema/schema.js';
import { MAX_VARIABLE_BYTES, MAX_VARIABLE_NOTE } from './variables.js';

const members = (): Joi.AnySchema<JsonObject | null> => orNull(jsonObject());

/** What a patched template becomes is validated as `VariableContent`; here only the shape of the changes is. */
export const VariablePatch = shape(
  {},
  {
    kind: oneOf('html', 'css').description('What the content is.'),
    content: orNull(text().max(MAX_VARIABLE_BYTES, 'utf8'))
      .description('The new text, which can’t be removed.')
      .example('<h1>Invoice [[who]]</h1>'),
    css: orNull(anyText().max(MAX_VARIABLE_BYTES, 'utf8')).description('The new style sheet; null removes it.'),
    files: passedOn(members().description('Files to add or replace by path; null removes one, or all.')),
    sample_data: passedOn(
      members().description('Sample data to merge by name; null removes a value, an object or all.'),
      {
        asWritten: true,
      },
    ),
    options: passedOn(
      members()
        .description('Options to set by name, merged as deep as they are objects; null removes one, or all.')
        .example({ locale: 'de', margin: null }),
    ),
    note: text().max(MAX_VARIABLE_NOTE).description('A note on the changes of the version.').example('In German'),
    draft: flag().description(
      'Whether to change the draft, or to begin one from the published version. By default the published version is changed, and published.',
    ),
  },
);
export type VariablePatch = Infer<typeof VariablePatch>;

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** `parseAsWritten` returns some numbers as objects. */
const { isRawJSON } = JSON as { isRawJSON?: (value: unknown) => boolean };
const isRawNumber = (value: object): boolean => isRawJSON?.(value) ?? false;

/**
 * Returns the target with a patch (RFC 7396): objects are merged by name, null removes a member, everything else replaces. Members keep
 * their order, new ones follow. Recursive: the patch must be of bounded depth.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMembers(patch)) return patch;
  const merged = new Map(Object.entries(isMembers(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** Replaces `[[var:name]]` by saved template variables. */
import { type Variable } from '@toolpress/contract';
/**
 * Replaces each `[[var:name]]` (blanks inside the brackets allowed) by the variable's content, also inside other variables, five
 * levels deep. This comes before filling, so that data that looks like a tag is not replaced.
 *
 * @param kind the kind of variables that it may name; unless `field` is given, also the field.
 * @param lookup called once for each level with the new names of that level; not called for a text without variables.
 * @param maxBytes maximum length of the result, UTF-8 bytes.
 * @param field what messages call the text.
 * @returns the text; undefined when it would get longer: it is then neither built nor read further.
 * @throws ServiceError `variable_unknown` naming variables that do not exist, or the chain of those that go in a circle
 * or too deep; `template_invalid` when more than 100 variables are needed.
 */
export declare function resolveVariables(text: string, kind: VariableKind, lookup: VariableLookup, maxBytes: number, field?: string): Promise<string | undefined>;
/** Template variables are of a kind: `html` ones belong in `html`, `css` ones in `css`. */
export type VariableKind = Variable['kind'];
/**
 * Reads variables, if they fit.
 *
 * @param wanted each name, and how often at least its content will be in the text.
 * @param roomBytes maximum size of the contents together, each as often as it occurs. UTF-8 bytes.
 * @returns the contents that exist, by name; undefined when they would be larger.
 */
export type VariableLookup = (wanted: ReadonlyMap<string, number>, roomBytes: number) => Promise<Map<string, string> | undefined>;
//# sourceMappingURL=variables.d.ts.map
/**
 * The font families that every installation has: `families.json` names them, their styles and the packages that bring them.
 * `scripts/start` and the worker's image install from the same list; docs/fonts.md shows it.
 */
import list from './families.json' with { type: 'json' };
const families = list.families;
const BUILT_IN = new Set([
    ...families.flatMap(({ family, aliases = [] }) => [family, ...aliases]),
    ...Object.entries(list.scripts).flatMap(([noto, scripts]) => scripts.flatMap((names) => names.split(', ')).map((script) => `${noto} ${script}`)),
].map(normalName));
const STAND_INS = new Set(list.standIns.flatMap((one) => one.for).map(normalName));
/**
 * Whether a family is installed, under this name or as the same design under another.
 *
 * @param name as CSS writes it, with or without quotes, in any case
 */
export const isBuiltInFamily = (name) => BUILT_IN.has(normalName(name));
/** Whether another family is printed in place of this one, with the same or nearly the same widths: `Arial`, `Calibri`. */
export const isStandIn = (name) => STAND_INS.has(normalName(name));
/** Outside of quotes all white space is one space; the case never counts. */
function normalName(name) {
    const trimmed = name.trim();
    const [, , quoted] = /^(["'])(.*)\1$/s.exec(trimmed) ?? [];
    return (quoted ?? trimmed.replace(/\s+/g, ' ')).toLowerCase();
}
export const OUR_FAMILIES = {
    key: '',
    has: (family) => isBuiltInFamily(family) || isStandIn(family),
};
//# sourceMappingURL=families.js.map
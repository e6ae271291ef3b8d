/** The font families that the service has. */
/** Stand-ins of the same widths included. */
const FAMILIES = new Set([
    ...['arial', 'helvetica', 'times', 'times new roman', 'courier', 'courier new'],
    ...['liberation sans', 'liberation serif', 'liberation mono'],
]);
/** @param family as CSS names it, without quotes, in any case. */
export const isBuiltInFamily = (family) => FAMILIES.has(family.trim().toLowerCase());
//# sourceMappingURL=built-in.js.map
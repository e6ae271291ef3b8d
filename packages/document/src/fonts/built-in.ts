/** The font families that the service has. */

/** Stand-ins of the same widths included. */
const FAMILIES: ReadonlySet<string> = new Set([
  ...['arial', 'helvetica', 'times', 'times new roman', 'courier', 'courier new'],
  ...['liberation sans', 'liberation serif', 'liberation mono'],
]);

/** @param family as CSS names it, without quotes, in any case. */
export const isBuiltInFamily = (family: string): boolean => FAMILIES.has(family.trim().toLowerCase());

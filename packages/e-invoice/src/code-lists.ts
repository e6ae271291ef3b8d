/**
 * The code lists of EN 16931, as the European Commission publishes them ("EN 16931 code lists", decision 2011/833/EU: CC BY 4.0): of ISO 4217
 * and 3166-1, ISO/IEC 6523, UNTDID 1001, 1153, 4451, 4461, 5189, 5305, 7143 and 7161, UN/ECE Recommendations 20 and 21, EAS and VATEX.
 */
import lists from './code-lists.json' with { type: 'json' };

export type CodeList = keyof typeof lists;

const sets = new Map<CodeList, ReadonlySet<string>>();

export function isInList(list: CodeList, code: string): boolean {
  const codes = sets.get(list) ?? new Set(lists[list].split(' '));
  sets.set(list, codes);
  return codes.has(code);
}

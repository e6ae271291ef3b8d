/**
 * The rules of each profile and their names in it: those of EN 16931 (CEN 1.3.16), of ZUGFeRD 2.4 and 2.5 (FeRD) and of XRechnung 3.0.2
 * (KoSIT). Rules that are not listed apply to all profiles. Accepted invoices are valid by both releases of ZUGFeRD.
 */
import type { EInvoiceProfile, EInvoiceSyntax } from '@toolpress/contract';

const ALL_BUT_EXTENDED = ['minimum', 'basic_wl', 'basic', 'en16931', 'xrechnung', 'peppol_bis_3'] as const;
const ONLY_XRECHNUNG = ['xrechnung'] as const;

/** The profiles of a rule, or of all rules whose names begin with a key that ends in `-`. */
const PROFILES_OF: Readonly<Record<string, readonly EInvoiceProfile[]>> = {
  'BR-DE-': ONLY_XRECHNUNG,
  'BR-TMP-': ONLY_XRECHNUNG,
  // XRechnung has adopted rules of Peppol BIS Billing 3. `peppol.ts` has the others.
  'PEPPOL-EN16931-': ['xrechnung', 'peppol_bis_3'],
  // A rule of FeRD, which CEN has removed.
  'BR-CO-25': ['basic_wl', 'basic', 'en16931', 'extended'],
  // A rule of ZUGFeRD 2.4: German tax law requires the time of delivery.
  'BR-FX-EN-04': ['basic', 'en16931', 'extended'],
  // EXTENDED allows other categories beside `O`.
  'BR-O-02': ALL_BUT_EXTENDED,
  'BR-O-03': ALL_BUT_EXTENDED,
  'BR-O-04': ALL_BUT_EXTENDED,
  'BR-O-11': ALL_BUT_EXTENDED,
  'BR-O-12': ALL_BUT_EXTENDED,
  'BR-O-13': ALL_BUT_EXTENDED,
  'BR-O-14': ALL_BUT_EXTENDED,
};

/** Rules of FeRD, which does not use UBL. */
const ONLY_CII: readonly string[] = ['BR-CO-25', 'BR-FX-EN-04'];

/** Rules that EXTENDED has in another form, mostly with a tolerance. */
const IN_EXTENDED = /^BR-(?:(22|23|26|27)|(CO-(?:04|10|11|12|13|15)|(?:S|Z|E|AE|IC|G|O|AF|AG)-08|S-09))$/;

/** Peppol's rules on invoices within Germany: those of XRechnung under other names, without its warnings. */
const IN_PEPPOL = /^BR-DE-([1-9]|10|11|15|18|22|23|24|25|30|31)(?:-([ab]))?$/;

function germanRule(rule: string): string | undefined {
  const [, number, part] = IN_PEPPOL.exec(rule) ?? [];
  if (number === undefined) return undefined;
  const name = `DE-R-${number.padStart(3, '0')}`;
  return part === undefined ? name : `${name}-${part === 'a' ? 1 : 2}`;
}

/** Returns the name of a rule in a profile, or undefined when it does not apply. */
export function ruleIn(
  { profile, syntax, isGerman }: { profile: EInvoiceProfile; syntax: EInvoiceSyntax; isGerman: boolean },
  rule: string,
): string | undefined {
  if (profile === 'peppol_bis_3' && isGerman && rule.startsWith('BR-DE-')) return germanRule(rule);
  if (syntax === 'ubl' && ONLY_CII.includes(rule)) return undefined;
  const profiles = PROFILES_OF[rule] ?? PROFILES_OF[rule.replace(/^(BR-DE-|BR-TMP-|PEPPOL-EN16931-).*/, '$1')];
  if (profiles !== undefined && !profiles.includes(profile)) return undefined;
  const [, line, sum] = (profile === 'extended' && IN_EXTENDED.exec(rule)) || [];
  if (line !== undefined) return `BR-FXEXT-BR-${line}`;
  return sum === undefined ? rule : `BR-FXEXT-${sum}`;
}

/**
 * Which rules hold in which profile, and what they are called there: those of EN 16931 (CEN 1.3.16), of ZUGFeRD 2.4 and 2.5 (FeRD) and of XRechnung
 * 3.0.2 (KoSIT). What is not listed holds in all profiles. What the service accepts is valid by both releases of ZUGFeRD.
 */
import type { EInvoiceProfile } from '@toolpress/contract';

const ALL_BUT_EXTENDED = ['minimum', 'basic_wl', 'basic', 'en16931', 'xrechnung'] as const;
const ONLY_XRECHNUNG = ['xrechnung'] as const;

/** A rule, or how its name begins where it ends in `-`. */
const PROFILES_OF: Readonly<Record<string, readonly EInvoiceProfile[]>> = {
  'BR-DE-': ONLY_XRECHNUNG,
  'BR-TMP-': ONLY_XRECHNUNG,
  // Rules of Peppol BIS Billing 3 that XRechnung has taken over.
  'PEPPOL-EN16931-': ONLY_XRECHNUNG,
  // CEN applies it to UBL only, FeRD to CII.
  'BR-CO-25': ['basic_wl', 'basic', 'en16931', 'extended'],
  // Of ZUGFeRD 2.4: when the goods were delivered, as German tax law asks for.
  'BR-FX-EN-04': ['basic', 'en16931', 'extended'],
  // EXTENDED has other categories beside what is not subject to VAT.
  'BR-O-02': ALL_BUT_EXTENDED,
  'BR-O-03': ALL_BUT_EXTENDED,
  'BR-O-04': ALL_BUT_EXTENDED,
  'BR-O-11': ALL_BUT_EXTENDED,
  'BR-O-12': ALL_BUT_EXTENDED,
  'BR-O-13': ALL_BUT_EXTENDED,
  'BR-O-14': ALL_BUT_EXTENDED,
};

/** Rules that EXTENDED has in a form of its own, most of them with a tolerance. */
const IN_EXTENDED = /^BR-(?:(22|23|26|27)|(CO-(?:04|10|11|12|13|15)|(?:S|Z|E|AE|IC|G|O|AF|AG)-08|S-09))$/;

/** Returns what the rule is called in the profile, undefined when it does not hold there. */
export function ruleIn(profile: EInvoiceProfile, rule: string): string | undefined {
  const profiles = PROFILES_OF[rule] ?? PROFILES_OF[rule.replace(/^(BR-DE-|BR-TMP-|PEPPOL-EN16931-).*/, '$1')];
  if (profiles !== undefined && !profiles.includes(profile)) return undefined;
  const [, line, sum] = (profile === 'extended' && IN_EXTENDED.exec(rule)) || [];
  if (line !== undefined) return `BR-FXEXT-BR-${line}`;
  return sum === undefined ? rule : `BR-FXEXT-${sum}`;
}

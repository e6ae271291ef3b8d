/**
 * The rules of EN 16931 (CEN), XRechnung (KoSIT), ZUGFeRD 2.4 (FeRD) and Peppol BIS Billing from the validator phive, and their official
 * examples. Mustang has the rules of ZUGFeRD 2.5. Receivers use both releases.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InvoiceVerdict, verdictsOf } from './invoice-verdict.js';
import { type Jar, java, unpacked } from './java.js';

const SOURCE = fileURLToPath(new URL('../../java/Schematron.java', import.meta.url));

/** The jars of `phive`. Mustang's jar contains the XSLT processor and the schemas of UBL. */
export const PHIVE: readonly Jar[] = ['mustang', 'phiveEn16931', 'phiveXRechnung', 'phiveZugferd', 'phivePeppol'];

/** The jars of `officialExamples`. */
export const EXAMPLES: readonly Jar[] = ['examplesEn16931', 'examplesXRechnung', 'examplesZugferd', 'examplesPeppol'];

/** Two rules of ZUGFeRD 2.4 that no invoice can keep: they look for `../ram:BasisAmount`, one element too high. 2.5 has other ones. */
const NEVER_KEPT = ['BR-FXEXT-AF-08', 'BR-FXEXT-AG-08'];

const GUIDELINE =
  /(?:GuidelineSpecifiedDocumentContextParameter>\s*<(?:\w+:)?ID|<(?:\w+:)?CustomizationID)[^>]*>\s*([^<\s]+)\s*</;

/** Returns the key of the rules for an invoice: its guideline, in UBL after `Invoice` or `CreditNote`. */
function keyOf(xml: string): string {
  const guideline = GUIDELINE.exec(xml)?.[1] ?? '';
  const [, root] = /<(?:\w+:)?(Invoice|CreditNote)[\s>]/.exec(xml.slice(0, 10_000)) ?? [];
  return root === undefined ? guideline : `${root} ${guideline}`;
}

/** Judges all files in one Java process. @param files paths of XML in CII or UBL. @returns a verdict for each, in order. */
export async function phive(files: readonly string[]): Promise<InvoiceVerdict[]> {
  if (files.length === 0) return [];
  const rulesOf = await ruleSets();
  const groups = new Map<readonly string[], string[]>();
  for (const file of files) {
    const key = keyOf(await readFile(file, 'utf8'));
    const rules = rulesOf.get(key);
    if (rules === undefined) throw new Error(`no rules for the guideline “${key}” of ${file}`);
    groups.set(rules, [...(groups.get(rules) ?? []), file]);
  }
  const verdicts = verdictsOf(await java('mustang', [SOURCE, ...[...groups].flat(2)]), files);
  return verdicts.map((verdict) => {
    const errors = verdict.errors.filter(({ rule }) => !NEVER_KEPT.includes(rule));
    return { ...verdict, valid: errors.length === 0, errors };
  });
}

/** Returns schemas and rules by the guideline of an invoice. */
async function ruleSets(): Promise<Map<string, readonly string[]>> {
  const en16931 = join(await unpacked('phiveEn16931', 'external/schematron/1.3.16'), 'cii/EN16931-CII-validation.xslt');
  const xrechnung = join(
    await unpacked('phiveXRechnung', 'external/schematron/3.0.2'),
    'XRechnung-CII-validation.xslt',
  );
  const schemas = await unpacked('phiveZugferd', 'external/schemas/2.4');
  const rules = await unpacked('phiveZugferd', 'external/schematron/2.4');
  const facturX = (name: string) => [
    join(schemas, name.toLowerCase().replace('-', ''), `FACTUR-X_${name}.xsd`),
    join(rules, `FACTUR-X_${name}.xslt`),
  ];
  const norm = 'urn:cen.eu:en16931:2017';
  const german = `${norm}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
  return new Map([
    ['urn:factur-x.eu:1p0:minimum', facturX('MINIMUM')],
    ['urn:factur-x.eu:1p0:basicwl', facturX('BASIC-WL')],
    [`${norm}#compliant#urn:factur-x.eu:1p0:basic`, [...facturX('BASIC'), en16931]],
    [norm, [...facturX('EN16931'), en16931]],
    [`${norm}#conformant#urn:factur-x.eu:1p0:extended`, facturX('EXTENDED')],
    [german, [en16931, xrechnung]],
    ...(await ublRules(norm, german)),
  ]);
}

/** UBL has a schema for invoices and one for credit notes. Peppol packs its own release of CEN's rules. */
async function ublRules(norm: string, german: string): Promise<[string, readonly string[]][]> {
  const schemas = await unpacked('mustang', 'schema/UBL_21');
  const en16931 = join(await unpacked('phiveEn16931', 'external/schematron/1.3.16'), 'ubl/EN16931-UBL-validation.xslt');
  const xrechnung = join(
    await unpacked('phiveXRechnung', 'external/schematron/3.0.2'),
    'XRechnung-UBL-validation.xslt',
  );
  const peppol = await unpacked('phivePeppol', 'external/schematron/openpeppol/2026.5/xslt');
  const both = ['CEN-EN16931-UBL.xslt', 'PEPPOL-EN16931-UBL.xslt'].map((name) => join(peppol, name));
  return ['Invoice', 'CreditNote'].flatMap((root): [string, readonly string[]][] => {
    const schema = join(schemas, `maindoc/UBL-${root}-2.1.xsd`);
    return [
      [`${root} ${norm}`, [schema, en16931]],
      [`${root} ${german}`, [schema, en16931, xrechnung]],
      [`${root} ${norm}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`, [schema, ...both]],
    ];
  });
}

export interface OfficialExample {
  /** Such as `zugferd/extended/factur-x-1.xml`. */
  name: string;
  file: string;
}

/** Returns the examples that CEN, KoSIT, FeRD and OpenPeppol publish with their rules, in CII and UBL. */
export async function officialExamples(): Promise<OfficialExample[]> {
  const folders = [
    ['en16931', await unpacked('examplesEn16931', 'external/test-files/1.3.16')],
    ['xrechnung', await unpacked('examplesXRechnung', 'external/test-files/3.0.2')],
    ['zugferd', await unpacked('examplesZugferd', 'external/test-files/2.4')],
    ['peppol', await unpacked('examplesPeppol', 'external/test-files/openpeppol/2026.5/billing')],
  ] as const;
  const examples: OfficialExample[] = [];
  for (const [of, folder] of folders) {
    for (const path of (await readdir(folder, { recursive: true })).sort())
      if (/\.xml$/i.test(path)) examples.push({ name: `${of}/${path}`, file: join(folder, path) });
  }
  return examples;
}

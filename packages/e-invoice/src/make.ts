/** From the `e_invoice` of a request to the XML that machines book, and to the data that templates print. */
import { type EInvoice, type EInvoiceProfile, type Invoice, ServiceError } from '@toolpress/contract';
import { ciiOf } from './cii.js';
import { completed } from './complete.js';
import { asNumbers } from './numbers.js';
import { PEPPOL_BILLING, PROFILES } from './profiles.js';
import { checkXml } from './read-xml.js';
import { Check, type Fault } from './rules/check.js';
import { checkCodes } from './rules/codes.js';
import { checkDocument } from './rules/document.js';
import { checkLines } from './rules/lines.js';
import { checkSums } from './rules/sums.js';
import { checkVat } from './rules/vat.js';
import { checkXRechnung } from './rules/xrechnung.js';

export interface MadeEInvoice {
  xml: string;
  filename: 'factur-x.xml' | 'xrechnung.xml';
  relationship: 'Alternative' | 'Data';
  /** `fx:ConformanceLevel` of the XMP metadata. */
  conformanceLevel: string;
  /** The data with all that was computed; absent for a caller's XML. Decimals are numbers. */
  invoice?: Invoice;
}

/** @throws ServiceError `e_invoice_invalid`, naming all rules that are broken, and where. */
export function makeEInvoice({ profile, xml, invoice: given = {} }: EInvoice): MadeEInvoice {
  const { filename, relationship, conformanceLevel, guideline, level } = PROFILES[profile];
  const about = { filename, relationship, conformanceLevel };
  if (xml !== undefined) {
    checkXml(xml, profile);
    return { ...about, xml };
  }
  const isGerman = profile === 'xrechnung';
  const process = given.business_process ?? (isGerman ? PEPPOL_BILLING : undefined);
  const invoice = completed({ ...given, ...(process !== undefined && { business_process: process }) });
  const faults = faultsOf(invoice, profile);
  if (faults.length > 0) throw new ServiceError('e_invoice_invalid', explained(faults));
  return { ...about, xml: ciiOf(invoice, { guideline, level, alwaysRate: isGerman }), invoice: asNumbers(invoice) };
}

/** @param invoice complete. */
function faultsOf(invoice: Invoice, profile: EInvoiceProfile): Fault[] {
  const { level } = PROFILES[profile];
  const check = new Check(profile);
  checkDocument(check, invoice, level);
  checkLines(check, invoice);
  checkSums(check, invoice, level);
  checkVat(check, invoice, level);
  checkCodes(check, invoice);
  checkXRechnung(check, invoice);
  return check.faults;
}

const MOST_NAMED = 20;

function explained(faults: readonly Fault[]): string {
  const named = faults
    .slice(0, MOST_NAMED)
    .map(({ rule, field, text }) => `\`e_invoice.invoice.${field}\` ${text} (${rule}).`);
  const more = faults.length - named.length;
  return `The invoice breaks rules: ${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}

/** Converts the `e_invoice` of a request to XML, and to data for templates. */
import {
  type EInvoice,
  type EInvoiceProfile,
  type EInvoiceSyntax,
  eInvoiceSyntax,
  type Invoice,
  ServiceError,
} from '@toolpress/contract';
import { ciiOf } from './cii.js';
import { completed } from './complete.js';
import { asNumbers, termOf } from './numbers.js';
import { type InvoiceFilename, PEPPOL_BILLING, PROFILES } from './profiles.js';
import { readXml } from './read-xml.js';
import { Check, type Fault, isWithinGermany } from './rules/check.js';
import { checkCodes } from './rules/codes.js';
import { checkDocument } from './rules/document.js';
import { checkLines } from './rules/lines.js';
import { checkPeppol } from './rules/peppol.js';
import { checkSums } from './rules/sums.js';
import { checkVat } from './rules/vat.js';
import { checkXRechnung } from './rules/xrechnung.js';
import { ublOf } from './ubl.js';
import { sumFaults } from './xml-sums.js';

export interface MadeEInvoice {
  xml: string;
  filename: InvoiceFilename;
  relationship: 'Alternative' | 'Data';
  /** The `fx:ConformanceLevel` of the XMP metadata. */
  conformanceLevel: string;
  /** The data with computed values, with decimals as numbers. Absent for a caller's XML. */
  invoice?: Invoice;
}

/** @throws ServiceError `e_invoice_invalid`, which names all broken rules with their places. */
export function makeEInvoice(asked: EInvoice): MadeEInvoice {
  const { profile, xml, invoice: given = {} } = asked;
  const syntax = eInvoiceSyntax(asked);
  const { relationship, conformanceLevel } = PROFILES[profile];
  const about = { filename: filenameOf(profile, syntax), relationship, conformanceLevel };
  if (xml !== undefined) {
    const faults = sumFaults(readXml(xml, profile, syntax), profile, syntax);
    if (faults.length > 0) throw new ServiceError('e_invoice_invalid', explained(faults, 'xml'));
    return { ...about, xml };
  }
  const invoice = completedFor(profile, given);
  const faults = faultsOf(invoice, profile, syntax);
  if (faults.length > 0) throw new ServiceError('e_invoice_invalid', explained(faults, 'invoice'));
  return { ...about, xml: writtenInvoice(invoice, profile, syntax), invoice: asNumbers(invoice) };
}

/** Returns the invoice with its computed values. */
export function completedFor(profile: EInvoiceProfile, given: Invoice): Invoice {
  const hasProcess = profile === 'xrechnung' || profile === 'peppol_bis_3';
  const process = given.business_process ?? (hasProcess ? PEPPOL_BILLING : undefined);
  return completed({ ...given, ...(process !== undefined && { business_process: process }) });
}

const filenameOf = (profile: EInvoiceProfile, syntax: EInvoiceSyntax): InvoiceFilename =>
  syntax === 'ubl' && profile === 'en16931' ? 'invoice.xml' : PROFILES[profile].filename;

/** @param invoice complete and valid. @returns the XML. */
export function writtenInvoice(invoice: Invoice, profile: EInvoiceProfile, syntax: EInvoiceSyntax): string {
  const { guideline, level } = PROFILES[profile];
  const alwaysRate = profile === 'xrechnung' || (profile === 'peppol_bis_3' && isWithinGermany(invoice));
  return syntax === 'ubl'
    ? ublOf(invoice, { guideline, alwaysRate })
    : ciiOf(invoice, { guideline, level, alwaysRate });
}

/** @param invoice complete. @returns the broken rules. */
function faultsOf(invoice: Invoice, profile: EInvoiceProfile, syntax: EInvoiceSyntax): Fault[] {
  const { level } = PROFILES[profile];
  const check = new Check(profile, syntax, isWithinGermany(invoice));
  checkDocument(check, invoice, level);
  checkLines(check, invoice);
  checkSums(check, invoice, level);
  checkVat(check, invoice, level);
  checkCodes(check, invoice);
  checkXRechnung(check, invoice);
  if (profile === 'peppol_bis_3') checkPeppol(check, invoice);
  return check.faults;
}

const MOST_NAMED = 20;

/** Describes the faults. For XML, fields are named with their business terms, too. */
function explained(faults: readonly Fault[], given: 'xml' | 'invoice'): string {
  const named = faults
    .slice(0, MOST_NAMED)
    .map(({ rule, field, text }) =>
      given === 'xml'
        ? `\`e_invoice.xml\`: \`${field}\` (${termOf(field)}) ${text} (${rule}).`
        : `\`e_invoice.invoice.${field}\` ${text} (${rule}).`,
    );
  const more = faults.length - named.length;
  return `The invoice breaks rules: ${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}

/** The official examples of EN 16931, XRechnung, ZUGFeRD and Peppol as requests with the same data. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  E_INVOICE_PROFILES,
  EInvoice,
  type EInvoiceProfile,
  type EInvoiceSyntax,
  eInvoiceSyntax,
  type Invoice,
  validate,
} from '@toolpress/contract';
import { type InvoiceVerdict, mustang, officialExamples, phive } from '@toolpress/testkit';
import { completedFor, type MadeEInvoice, makeEInvoice, writtenInvoice } from '../make.js';
import { PROFILES } from '../profiles.js';
import { parsed } from './element.js';
import { invoiceOf } from './invoices.js';
import { fromCii } from './read-cii.js';
import { fromUbl } from './read-ubl.js';

export interface Example {
  name: string;
  profile: EInvoiceProfile;
  /** The syntax of the example, if the profile has it. */
  syntax: EInvoiceSyntax;
  invoice: Invoice;
  /** The error message when the service rejects it. */
  refusal?: string;
}

/** Reads all examples in CII and UBL, and makes e-invoices of them. */
export async function examples(): Promise<Example[]> {
  const read: Example[] = [];
  for (const { name, file } of await officialExamples()) {
    const root = parsed(await readFile(file, 'utf8'));
    const isCii = root.name === 'CrossIndustryInvoice';
    const guideline = isCii
      ? root.text('ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID')
      : root.text('CustomizationID');
    const profile = profileOf(guideline);
    const invoice = isCii ? fromCii(root) : fromUbl(root);
    const syntax = isCii ? 'cii' : 'ubl';
    read.push({ name, profile, syntax, invoice, ...refusalOf(profile, invoice, syntax) });
  }
  return read;
}

/** Reads other specifications as plain EN 16931, and the extension of XRechnung as XRechnung. */
function profileOf(guideline = ''): EInvoiceProfile {
  const own = E_INVOICE_PROFILES.find((profile) => PROFILES[profile].guideline === guideline);
  return own ?? (guideline.startsWith(PROFILES.xrechnung.guideline) ? 'xrechnung' : 'en16931');
}

/** Makes an e-invoice as a request does. @param syntax the default is the first one of the profile. @throws ServiceError. */
export const make = (profile: EInvoiceProfile, invoice: Invoice, syntax = eInvoiceSyntax({ profile })): MadeEInvoice =>
  makeEInvoice(validate(EInvoice, { profile, invoice, syntax }, 'e_invoice'));

function refusalOf(profile: EInvoiceProfile, invoice: Invoice, syntax: EInvoiceSyntax): { refusal?: string } {
  try {
    make(profile, invoice, syntax);
    return {};
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

/** Returns the XML of an invoice without checking the rules. */
export const unchecked = (profile: EInvoiceProfile, invoice: Invoice, syntax = eInvoiceSyntax({ profile })): string =>
  writtenInvoice(completedFor(profile, invoice), profile, syntax);

/** Returns the verdicts of Mustang and phive on each XML text, from one Java process per judge. */
export async function verdictsOn(texts: readonly string[]): Promise<InvoiceVerdict[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-invoices-'));
  try {
    const files = texts.map((_, index) => join(folder, `${index}.xml`));
    for (const [index, text] of texts.entries()) await writeFile(files[index] ?? '', text);
    const judges = [await mustang(files), await phive(files)];
    return texts.map((_, index) => judges.map((judge) => judge[index] as InvoiceVerdict));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The profiles with their syntaxes. */
export const KINDS: readonly [EInvoiceProfile, EInvoiceSyntax][] = [
  ['minimum', 'cii'],
  ['basic_wl', 'cii'],
  ['basic', 'cii'],
  ['en16931', 'cii'],
  ['en16931', 'ubl'],
  ['extended', 'cii'],
  ['xrechnung', 'cii'],
  ['xrechnung', 'ubl'],
  ['peppol_bis_3', 'ubl'],
];

/** Returns generated invoices, all kinds in turn. */
export const generated = (count: number): Example[] =>
  Array.from({ length: count }, (_, seed) => {
    const [profile, syntax] = KINDS[seed % KINDS.length] ?? ['en16931', 'cii'];
    const invoice = invoiceOf(seed, profile);
    const name = `generated/${profile} ${syntax}/${seed}`;
    return { name, profile, syntax, invoice, ...refusalOf(profile, invoice, syntax) };
  });

export type Judged = Example & { verdicts: InvoiceVerdict[] };

/** Returns the invoices with the verdicts on the XML, also on that of rejected ones. */
export async function judged(all: readonly Example[]): Promise<Judged[]> {
  const verdicts = await verdictsOn(
    all.map(({ profile, invoice, syntax, refusal }) =>
      refusal === undefined ? make(profile, invoice, syntax).xml : unchecked(profile, invoice, syntax),
    ),
  );
  return all.map((example, index) => ({ ...example, verdicts: verdicts[index] ?? [] }));
}

/** Returns the rules by which an invoice is rejected. */
export const rulesOf = ({ refusal = '' }: { refusal?: string }): string[] => [
  ...new Set([...refusal.matchAll(/ \(([A-Z0-9-]+)\)\./gi)].map(([, rule = '']) => rule)),
];

/** Returns whether the judges accept what was accepted, or name each rule for which it was rejected. */
export function isAgreed(example: Judged): boolean {
  const broken = new Set(example.verdicts.flatMap(({ errors }) => errors.map(({ rule }) => rule)));
  return example.refusal === undefined ? broken.size === 0 : rulesOf(example).every((rule) => broken.has(rule));
}

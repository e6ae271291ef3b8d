/** An e-invoice: the caller's XML, or data from which the service creates the XML. */
import { passedOn } from '../../schema/raw-json.js';
import { emptyIsAbsent, type Infer, type JsonObject, oneOf, shape, text } from '../../schema/schema.js';
import { passed } from '../pdf-option.js';
import { type Conformance, listedLevels } from '../standards.js';
import { ADJUSTMENTS, CATEGORIES, LINES, period } from './lines.js';
import { PARTIES } from './parties.js';
import { amount, attachedFile, code, date, id, list, schemedId, sentence } from './values.js';

export const E_INVOICE_PROFILES = [
  'minimum',
  'basic_wl',
  'basic',
  'en16931',
  'extended',
  'xrechnung',
  'peppol_bis_3',
] as const;
export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number];

const E_INVOICE_OUTPUTS = ['pdf', 'xml'] as const;

const E_INVOICE_SYNTAXES = ['cii', 'ubl'] as const;
export type EInvoiceSyntax = (typeof E_INVOICE_SYNTAXES)[number];

/** Factur-X is CII, Peppol BIS is UBL; EN 16931 and XRechnung have both. */
const SYNTAXES_OF: Partial<Record<EInvoiceProfile, readonly EInvoiceSyntax[]>> = {
  en16931: ['cii', 'ubl'],
  xrechnung: ['cii', 'ubl'],
  peppol_bis_3: ['ubl'],
};
const syntaxesOf = (profile: EInvoiceProfile): readonly EInvoiceSyntax[] => SYNTAXES_OF[profile] ?? ['cii'];

/** Returns the syntax of an e-invoice: the first of its profile unless it is given. */
export const eInvoiceSyntax = ({ profile, syntax }: Pick<EInvoice, 'profile' | 'syntax'>): EInvoiceSyntax =>
  syntax ?? syntaxesOf(profile)[0] ?? 'cii';

/** The longest XML in characters. */
const MAX_XML = 5 * 1024 * 1024;

const Payment = shape(
  {},
  {
    means_code: code(
      'BT-81',
      'The means of payment, of UNTDID 4461: `58` is SEPA credit transfer, `30` credit transfer, `59` SEPA direct debit, `48` card.',
      '58',
    ),
    means_text: sentence('BT-82', 'The means of payment, in words.'),
    remittance_information: sentence('BT-83', 'The payment reference, such as the invoice number.'),
    credit_transfers: list(
      shape(
        {},
        {
          account_id: id('BT-84', 'IBAN, or another number of the account.', 'DE75512108001245126199'),
          account_name: sentence('BT-85', 'The account’s name.'),
          bic: id('BT-86', 'BIC of its bank.'),
        },
      ),
      20,
      'BG-17: The bank accounts that accept the payment.',
    ),
    card: shape(
      {},
      {
        number: id('BT-87', 'The last four to six digits of the card.'),
        holder: sentence('BT-88', 'The holder of the card.'),
      },
    ).description('BG-18: The card that paid the invoice.'),
    direct_debit: shape(
      {},
      {
        mandate_reference: id('BT-89', 'The mandate.'),
        creditor_id: id('BT-90', 'The seller’s creditor identifier.'),
        debited_account: id('BT-91', 'IBAN of the debited account.'),
      },
    ).description('BG-19: A direct debit.'),
  },
);

const VatBreakdown = shape(
  {},
  {
    taxable_amount: amount('BT-116', 'The sum of the amounts of this category and rate; default: computed.'),
    tax_amount: amount('BT-117', 'The VAT of this amount; default: computed.'),
    category: code('BT-118', CATEGORIES, 'S'),
    rate: amount('BT-119', 'VAT rate, per cent.', 19),
    exemption_reason: sentence('BT-120', 'The reason for the exemption from VAT, in words.'),
    exemption_reason_code: code(
      'BT-121',
      'The reason for the exemption from VAT, of the list VATEX; `AE`, `K`, `G` and `O` have the usual one as default.',
    ),
  },
);
export type InvoiceVatBreakdown = Infer<typeof VatBreakdown>;

const Totals = shape(
  {},
  {
    line_total: amount('BT-106', 'Sum of the lines’ net amounts.'),
    allowance_total: amount('BT-107', 'Sum of the allowances.'),
    charge_total: amount('BT-108', 'Sum of the charges.'),
    net_total: amount('BT-109', 'Total without VAT.'),
    vat_total: amount('BT-110', 'VAT.'),
    vat_total_in_vat_currency: amount('BT-111', 'VAT in `vat_currency`; never computed.'),
    grand_total: amount('BT-112', 'Total with VAT.'),
    prepaid: amount('BT-113', 'The amount already paid.'),
    rounding: amount('BT-114', 'The rounding of the amount due.'),
    amount_due: amount('BT-115', 'The amount to pay: `grand_total` − `prepaid` + `rounding`.'),
  },
);
export type InvoiceTotals = Infer<typeof Totals>;

export const Invoice = shape(
  {},
  {
    number: id('BT-1', 'Number of the invoice.', '2026-0417'),
    issue_date: date('BT-2', 'The day of the invoice.'),
    type_code: code(
      'BT-3',
      'The type of document, of UNTDID 1001: `380` an invoice (default), `381` a credit note, `384` a corrected invoice, `326` a partial one, `389` a self-billed one.',
    ),
    currency: code('BT-5', 'Currency of all amounts, of ISO 4217.', 'EUR'),
    vat_currency: code(
      'BT-6',
      'The seller’s VAT accounting currency, if different; requires `totals.vat_total_in_vat_currency`.',
    ),
    vat_point_date: date('BT-7', 'The date on which VAT becomes due.'),
    vat_point_date_code: code(
      'BT-8',
      'The event on which VAT becomes due: `3` with the invoice, `35` with the delivery, `432` with the payment.',
    ),
    due_date: date('BT-9', 'The due date of the payment.'),
    buyer_reference: id(
      'BT-10',
      'The reference that the buyer requires; in Germany the Leitweg-ID.',
      '04011000-1234512345-06',
    ),
    project_reference: id('BT-11', 'The project.'),
    contract_reference: id('BT-12', 'The contract.'),
    purchase_order_reference: id('BT-13', 'The buyer’s order.'),
    sales_order_reference: id('BT-14', 'The seller’s order.'),
    receiving_advice_reference: id('BT-15', 'The receiving advice.'),
    despatch_advice_reference: id('BT-16', 'The despatch advice.'),
    delivery_note_reference: id('BT-X-202', 'The delivery note. `extended` only.'),
    tender_or_lot_reference: id('BT-17', 'The tender or lot.'),
    invoiced_object: schemedId(
      'BT-18',
      'The object of the invoice, such as a subscription.',
      'Its scheme, of UNTDID 1153.',
    ),
    buyer_accounting_reference: sentence('BT-19', 'The buyer’s accounting reference.'),
    payment_terms: sentence('BT-20', 'The terms of payment, in words.', '30 days net'),
    cash_discounts: list(
      shape(
        {
          days: amount('BT-X-283', 'The number of days until the payment is due.', 14),
          percentage: amount('BT-X-286', 'The discount in percent.', 2),
        },
        { base_amount: amount('BT-X-285', 'The base amount of the percentage.') },
      ),
      10,
      'BG-X-44: Discounts for early payment, as machines read them. `extended` only; for `xrechnung` write them in `payment_terms`.',
    ),
    notes: list(
      shape(
        { text: sentence('BT-22', 'The note.') },
        { subject_code: code('BT-21', 'The subject of the note, of UNTDID 4451.') },
      ),
      100,
      'BG-1: Notes.',
    ),
    business_process: id(
      'BT-23',
      'The process that the invoice belongs to; `urn:fdc:peppol.eu:2017:poacc:billing:01:1.0` is the default of XRechnung.',
    ),
    preceding_invoices: list(
      shape({}, { number: id('BT-25', 'Its number.'), issue_date: date('BT-26', 'Its day.') }),
      100,
      'BG-3: Invoices that this one corrects or settles.',
    ),
    ...PARTIES,
    invoicing_period: period('BG-14', 'BT-73', 'BT-74'),
    payment: Payment.description('BG-16: The payment.'),
    ...ADJUSTMENTS,
    totals: Totals.description('BG-22: Totals; each is computed if absent, and checked if present.'),
    vat_breakdown: list(
      VatBreakdown,
      100,
      'BG-23: VAT by category and rate; computed where no amounts are given, so that reasons of exemption can be given alone.',
    ),
    supporting_documents: list(
      shape(
        {},
        {
          reference: id('BT-122', 'Its number or name.'),
          description: sentence('BT-123', 'A description of the document.'),
          url: id('BT-124', 'The address of the document.'),
          file: attachedFile(),
        },
      ),
      100,
      'BG-24: Supporting documents of the invoice.',
    ),
    ...LINES,
  },
).meta({ jsonSchema: { title: 'Invoice' } });
export type Invoice = Infer<typeof Invoice>;

const MAX_FROM = 200;
const FROM = /^[^.[\]|\s]+(?:\.[^.[\]|\s]+)*$/;

const eInvoice = shape(
  {
    profile: oneOf(...E_INVOICE_PROFILES).description(
      'Content and rules of the XML: Factur-X (ZUGFeRD) from `minimum` to `extended`, the German `xrechnung`, or `peppol_bis_3` (Peppol BIS Billing 3.0).',
    ),
  },
  {
    syntax: oneOf(...E_INVOICE_SYNTAXES).description(
      '`cii` (default) or `ubl`. The profiles `en16931` and `xrechnung` allow both, `peppol_bis_3` is `ubl`, all others are `cii`. UBL needs `output` `xml`.',
    ),
    xml: emptyIsAbsent(text().max(MAX_XML)).description(
      'An existing invoice in `syntax` (`rsm:CrossIndustryInvoice`, or `Invoice` or `CreditNote` of UBL 2.1), used unchanged. Its guideline (BT-24) must match `profile`; its sums are checked.',
    ),
    invoice: Invoice.description(
      'The invoice as data. The service computes missing totals, checks the rules of EN 16931 and the profile, and creates the XML. Templates read the same data as `[[invoice.number]]`, `[[invoice.totals.grand_total]]` ….',
    ),
    invoice_from: text()
      .max(MAX_FROM)
      .pattern(FROM)
      .message('{{#label}} must be the path of the invoice in `data`, such as `invoice` or `order.invoice`')
      .description(
        'The path in `data` of the invoice, in place of `invoice`: for saved templates, `data_from` and batches.',
      )
      .example('invoice'),
    output: oneOf(...E_INVOICE_OUTPUTS).description('`pdf` (default): a PDF/A-3 with the XML. `xml`: only the XML.'),
  },
)
  .meta({ jsonSchema: { title: 'EInvoice' } })
  .messages({
    'object.missing': '{{#label}} must have `xml`, `invoice` or `invoice_from`',
    'object.xor': '{{#label}} must have only one of `xml`, `invoice` and `invoice_from`',
    'object.oxor': '{{#label}} must have only one of `xml`, `invoice` and `invoice_from`',
  });
export const EInvoice = eInvoice.xor('xml', 'invoice', 'invoice_from');
export type EInvoice = Infer<typeof EInvoice>;
/** The e-invoice of a batch: the rows may have the invoices. */
const SharedEInvoice = eInvoice.oxor('xml', 'invoice', 'invoice_from');

/** The fields of a request that depend on each other. */
interface WithEInvoice {
  e_invoice?: EInvoice;
  conformance?: Conformance | Conformance[];
  data?: JsonObject;
  protect?: object;
}

/** Returns the message of an invalid combination; undefined if there is none. */
export function eInvoiceFault({ e_invoice, conformance, data, protect }: WithEInvoice): string | undefined {
  if (e_invoice === undefined) return undefined;
  const syntaxFault = eInvoiceSyntaxFault(e_invoice);
  if (syntaxFault !== undefined) return syntaxFault;
  const levels = listedLevels(conformance);
  if (levels.length > 0 && !levels.some((level) => level.startsWith('pdf/a-3')))
    return '`conformance` must have pdf/a-3b or pdf/a-3a with `e_invoice`: the XML is embedded in a PDF/A-3; or omit it';
  if (protect !== undefined) return '`protect` can’t go with `e_invoice`: a PDF/A-3 is read without a password';
  if (e_invoice.invoice !== undefined && data !== undefined && Object.hasOwn(data, 'invoice')) return TWO_INVOICES;
  return undefined;
}

/** The message of an invoice that is also a member of the data. */
export const TWO_INVOICES = '`data.invoice` can’t go with `e_invoice.invoice`, which templates read as `invoice`';

/** A PDF/A-3 of Factur-X holds CII, and no standard puts UBL into one. */
function eInvoiceSyntaxFault(e_invoice: EInvoice): string | undefined {
  const { profile, syntax, output } = e_invoice;
  const allowed = syntaxesOf(profile);
  if (syntax !== undefined && !allowed.includes(syntax))
    return `\`e_invoice.syntax\` must be \`${allowed[0]}\` with the profile \`${profile}\`, or left out`;
  if (eInvoiceSyntax(e_invoice) === 'ubl' && output !== 'xml')
    return `\`e_invoice.output\` must be \`xml\` with ${syntax === undefined ? `the profile \`${profile}\`` : '`e_invoice.syntax` `ubl`'}: the XML in a PDF is always CII`;
  return undefined;
}

const described = (schema: typeof EInvoice) =>
  passedOn(
    schema
      .description(
        'An e-invoice (Factur-X, ZUGFeRD, XRechnung, Peppol BIS Billing) as XML in a PDF/A-3 or alone; see /docs/e-invoices.',
      )
      .example({ profile: 'en16931', invoice: { number: '2026-0417', currency: 'EUR' } }),
  );

export const E_INVOICE_OPTIONS = { e_invoice: passed({ eInvoice: EInvoice }, described(EInvoice)) };

/** The option in the input of a batch. */
export const sharedEInvoice = () => described(SharedEInvoice);

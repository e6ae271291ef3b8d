import type { EInvoice } from '@toolpress/contract';
import { itIsLinear } from '@toolpress/testkit';
import { describe } from 'mocha';
import { makeEInvoice } from './index.js';

const NAMESPACES =
  'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';
const GUIDELINE = '<b:CustomizationID>urn:cen.eu:en16931:2017</b:CustomizationID>';

const judged = (asked: object) => () => {
  try {
    return makeEInvoice({ profile: 'en16931', syntax: 'ubl', output: 'xml', ...asked } as EInvoice);
  } catch (error) {
    return error;
  }
};

describe('An e-invoice is judged in time proportional to its length when it repeats', () => {
  for (const [what, part] of [
    ['lines', '<a:InvoiceLine><b:InvoicedQuantity>1</b:InvoicedQuantity></a:InvoiceLine>'],
    ['allowances', '<a:AllowanceCharge><b:Amount>1</b:Amount></a:AllowanceCharge>'],
    [
      'taxes',
      '<a:TaxTotal><a:TaxSubtotal><b:TaxableAmount>1</b:TaxableAmount><a:TaxCategory><b:ID>S</b:ID></a:TaxCategory></a:TaxSubtotal></a:TaxTotal>',
    ],
    ['texts', 'x&amp;'],
    ['comments', '<!-- -->'],
    ['attributes', ''],
  ] as const)
    itIsLinear(what, 100_000, (length) => {
      const count = length / (part.length || 8);
      const attributes = part === '' ? Array.from({ length: count }, (_, index) => ` z${index}=""`).join('') : '';
      return judged({ xml: `<Invoice ${NAMESPACES}${attributes}>${GUIDELINE}${part.repeat(count)}</Invoice>` });
    });

  itIsLinear('lines of data', 1_000, (count) => {
    const line = { name: 'x', quantity: 1, unit: 'C62', net_price: '1.10', vat_category: 'S' };
    const lines = Array.from({ length: count }, (_, index) => ({
      ...line,
      vat_rate: index,
      allowances: [{ amount: 1 }],
    }));
    return judged({ invoice: { lines } });
  });
});

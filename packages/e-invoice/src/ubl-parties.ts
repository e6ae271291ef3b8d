/** Writes parties, addresses and the delivery in UBL. */
import type { Invoice, InvoiceAddress } from '@toolpress/contract';
import type { SchemedId } from './cii-parties.js';
import { schemed, VAT } from './ubl-values.js';
import { branch, leaf, type Node } from './xml.js';

/** The creditor identifier (BT-90) is an identifier of the payee or the seller. */
const creditorOf = ({ payment }: Invoice): SchemedId[] => {
  const id = payment?.direct_debit?.creditor_id;
  return id === undefined ? [] : [{ id, scheme: 'SEPA' }];
};

/** Writes BG-4, BG-7, BG-10 and BG-11. */
export function parties(invoice: Invoice): Node[] {
  const { seller = {}, buyer, payee, seller_tax_representative: representative } = invoice;
  const creditor = creditorOf(invoice);
  return [
    branch('cac:AccountingSupplierParty', party(seller, [...(seller.ids ?? []), ...(payee ? [] : creditor)])),
    branch('cac:AccountingCustomerParty', buyer && party(buyer, buyer.id ? [buyer.id] : [])),
    payee &&
      branch(
        'cac:PayeeParty',
        ...identifications([...(payee.id ? [payee.id] : []), ...creditor]),
        branch('cac:PartyName', leaf('cbc:Name', payee.name)),
        branch('cac:PartyLegalEntity', schemed('cbc:CompanyID', payee.legal_registration)),
      ),
    representative &&
      branch(
        'cac:TaxRepresentativeParty',
        branch('cac:PartyName', leaf('cbc:Name', representative.name)),
        postal('cac:PostalAddress', representative.address),
        vatNumber(representative.vat_id),
      ),
  ];
}

type Seller = NonNullable<Invoice['seller']>;
type Buyer = NonNullable<Invoice['buyer']>;

function party(given: Omit<Seller, 'ids'> & Omit<Buyer, 'id'>, ids: readonly SchemedId[]): Node {
  const { contact } = given;
  return branch(
    'cac:Party',
    schemed('cbc:EndpointID', given.electronic_address),
    ...identifications(ids),
    branch('cac:PartyName', leaf('cbc:Name', given.trading_name)),
    postal('cac:PostalAddress', given.address),
    vatNumber(given.vat_id),
    given.tax_number === undefined
      ? undefined
      : branch(
          'cac:PartyTaxScheme',
          leaf('cbc:CompanyID', given.tax_number),
          branch('cac:TaxScheme', leaf('cbc:ID', 'FC')),
        ),
    branch(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', given.name),
      schemed('cbc:CompanyID', given.legal_registration),
      leaf('cbc:CompanyLegalForm', given.legal_information),
    ),
    branch(
      'cac:Contact',
      leaf('cbc:Name', contact?.name),
      leaf('cbc:Telephone', contact?.phone),
      leaf('cbc:ElectronicMail', contact?.email),
    ),
  );
}

const identifications = (ids: readonly SchemedId[]): Node[] =>
  ids.map((id) => branch('cac:PartyIdentification', schemed('cbc:ID', id)));

const vatNumber = (id: string | undefined): Node =>
  id === undefined ? undefined : branch('cac:PartyTaxScheme', leaf('cbc:CompanyID', id), VAT);

const postal = (name: string, given: InvoiceAddress = {}): Node =>
  branch(
    name,
    leaf('cbc:StreetName', given.line_1),
    leaf('cbc:AdditionalStreetName', given.line_2),
    leaf('cbc:CityName', given.city),
    leaf('cbc:PostalZone', given.post_code),
    leaf('cbc:CountrySubentity', given.subdivision),
    branch('cac:AddressLine', leaf('cbc:Line', given.line_3)),
    branch('cac:Country', leaf('cbc:IdentificationCode', given.country)),
  );

/** Writes BG-13. */
export const delivery = ({ delivery: given = {} }: Invoice): Node =>
  branch(
    'cac:Delivery',
    leaf('cbc:ActualDeliveryDate', given.date),
    branch('cac:DeliveryLocation', schemed('cbc:ID', given.location_id), postal('cac:Address', given.address)),
    branch('cac:DeliveryParty', branch('cac:PartyName', leaf('cbc:Name', given.name))),
  );

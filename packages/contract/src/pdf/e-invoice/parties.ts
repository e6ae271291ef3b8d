/** Parties: BG-4 to BG-15 of EN 16931-1. */
import { type Infer, shape } from '../../schema/schema.js';
import { code, date, id, list, schemedId, sentence } from './values.js';

const ICD = 'Its scheme, of ISO 6523 (`0088` is GLN, `0060` DUNS, `0009` SIRET).';
const EAS = 'Its scheme, of the list EAS (`EM` is e-mail, `0088` GLN, `0204` Leitweg-ID, `9930` a German VAT number).';

/** @param terms of line 1, line 2, line 3, city, post code, subdivision, country. */
const address = (
  group: string,
  [line1, line2, line3, city, postCode, subdivision, country]: [string, string, string, string, string, string, string],
) =>
  shape(
    {},
    {
      line_1: sentence(line1, 'Usually street and number.', 'Hauptstraße 1'),
      line_2: sentence(line2, 'A further line of the address.'),
      line_3: sentence(line3, 'A further line of the address.'),
      city: sentence(city, 'City.', 'Berlin'),
      post_code: id(postCode, 'Post code.', '10115'),
      subdivision: sentence(subdivision, 'Region, state or province.'),
      country: code(country, 'Country, of ISO 3166-1 (two letters).', 'DE'),
    },
  ).description(`${group}: The postal address.`);

const contact = (group: string, [name, phone, email]: [string, string, string]) =>
  shape(
    {},
    {
      name: sentence(name, 'Person or department.', 'Ada Lovelace'),
      phone: id(phone, 'Telephone number.', '+49 30 1234567'),
      email: id(email, 'E-mail address.', 'ada@example.com'),
    },
  ).description(`${group}: Whom to ask.`);

const Seller = shape(
  {},
  {
    name: sentence('BT-27', 'The full registered name.', 'Example GmbH'),
    trading_name: sentence('BT-28', 'The trading name.'),
    ids: list(schemedId('BT-29', 'An identifier of the seller.', ICD), 20, 'BT-29: Identifiers of the seller.'),
    legal_registration: schemedId('BT-30', 'The entry in an official register.', ICD),
    vat_id: id('BT-31', 'VAT number, with the country in front.', 'DE123456789'),
    tax_number: id('BT-32', 'The number at the local tax office.'),
    legal_information: sentence('BT-33', 'Other legal information, such as capital and management.'),
    electronic_address: schemedId('BT-34', 'The electronic address for answers to the invoice.', EAS),
    address: address('BG-5', ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-39', 'BT-40']),
    contact: contact('BG-6', ['BT-41', 'BT-42', 'BT-43']),
  },
).meta({ jsonSchema: { title: 'InvoiceSeller' } });

const Buyer = shape(
  {},
  {
    name: sentence('BT-44', 'Its full name.', 'Customer SA'),
    trading_name: sentence('BT-45', 'The trading name.'),
    id: schemedId('BT-46', 'An identifier of the buyer, such as the customer number.', ICD),
    legal_registration: schemedId('BT-47', 'The entry in an official register.', ICD),
    vat_id: id('BT-48', 'VAT number, with the country in front.', 'FR12345678901'),
    electronic_address: schemedId('BT-49', 'The electronic address for the invoice.', EAS),
    address: address('BG-8', ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-54', 'BT-55']),
    contact: contact('BG-9', ['BT-56', 'BT-57', 'BT-58']),
  },
).meta({ jsonSchema: { title: 'InvoiceBuyer' } });

const Payee = shape(
  {},
  {
    name: sentence('BT-59', 'Its name.'),
    id: schemedId('BT-60', 'An identifier of the payee.', ICD),
    legal_registration: schemedId('BT-61', 'The entry in an official register.', ICD),
  },
);

const TaxRepresentative = shape(
  {},
  {
    name: sentence('BT-62', 'Its full name.'),
    vat_id: id('BT-63', 'VAT number, with the country in front.'),
    address: address('BG-12', ['BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-67', 'BT-68', 'BT-69']),
  },
);

const Delivery = shape(
  {},
  {
    name: sentence('BT-70', 'The name of the recipient.'),
    location_id: schemedId('BT-71', 'An identifier of the place.', ICD),
    date: date('BT-72', 'The date of delivery.'),
    address: address('BG-15', ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80']),
  },
);

/** @param first number of its post code among the terms of EXTENDED; those of the rest follow. */
const addressOfExtended = (group: string, first: number) => {
  const term = (offset: number) => `BT-X-${first + offset}`;
  return address(group, [term(1), term(2), term(3), term(4), term(0), term(6), term(5)]);
};

/** Parties of EXTENDED. */
const ShipFrom = shape(
  { name: sentence('BT-X-183', 'Its name.') },
  { id: schemedId('BT-X-182', 'An identifier of it.', ICD), address: addressOfExtended('BG-X-32', 191) },
);
const UltimateShipTo = shape(
  { name: sentence('BT-X-164', 'Its name.') },
  { id: schemedId('BT-X-163', 'An identifier of it.', ICD), address: addressOfExtended('BG-X-29', 172) },
);
const Invoicee = shape(
  { name: sentence('BT-X-226', 'Its name.') },
  {
    id: schemedId('BT-X-225', 'An identifier of it.', ICD),
    vat_id: id('BT-X-242', 'VAT number, with the country in front.'),
    address: addressOfExtended('BG-X-38', 234),
  },
);

export const PARTIES = {
  seller: Seller.description('BG-4: The seller, who issues the invoice.'),
  buyer: Buyer.description('BG-7: The buyer.'),
  payee: Payee.description('BG-10: The payee, if not the seller.'),
  seller_tax_representative: TaxRepresentative.description('BG-11: The seller’s tax representative.'),
  delivery: Delivery.description('BG-13: The delivery: recipient, place and date.'),
  ultimate_ship_to: UltimateShipTo.description('BG-X-27: The final recipient. `extended` only.'),
  ship_from: ShipFrom.description('BG-X-30: The place of dispatch. `extended` only.'),
  invoicee: Invoicee.description('BG-X-36: The recipient of the invoice, if not the buyer. `extended` only.'),
};

export type InvoiceParty = Partial<Infer<typeof Seller>> & Partial<Omit<Infer<typeof Buyer>, 'id'>>;
export type InvoiceAddress = NonNullable<Infer<typeof Seller>['address']>;

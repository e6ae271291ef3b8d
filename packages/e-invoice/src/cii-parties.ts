/** Writes parties and addresses in CII. */
import type { Invoice, InvoiceAddress } from '@toolpress/contract';
import { LEVELS } from './profiles.js';
import { branch, type CiiWriter, leaf, type Node } from './xml.js';

export interface SchemedId {
  id: string;
  scheme?: string;
}

/** The fields of any party. */
interface Party {
  name?: string;
  trading_name?: string;
  legal_information?: string;
  ids?: SchemedId[];
  legal_registration?: SchemedId;
  vat_id?: string;
  tax_number?: string;
  electronic_address?: SchemedId;
  address?: InvoiceAddress;
  contact?: { name?: string; phone?: string; email?: string };
}

/** Writes BG-4, BG-7, BG-10, BG-11 or BG-13. */
export function party(write: CiiWriter, name: string, given: Party | undefined): Node {
  if (given === undefined) return undefined;
  const { basicWl, en16931 } = LEVELS;
  const { ids = [], legal_registration: registration, electronic_address: electronic, contact } = given;
  return branch(
    name,
    write.from(basicWl, ...ids.map(({ id, scheme }) => (scheme === undefined ? leaf('ram:ID', id) : undefined))),
    write.from(basicWl, ...ids.map(({ id, scheme }) => scheme && leaf('ram:GlobalID', id, { schemeID: scheme }))),
    leaf('ram:Name', given.name),
    write.from(en16931, leaf('ram:Description', given.legal_information)),
    branch(
      'ram:SpecifiedLegalOrganization',
      leaf('ram:ID', registration?.id, { schemeID: registration?.scheme }),
      // The basic profiles have none for the buyer.
      write.from(
        name === 'ram:SellerTradeParty' ? basicWl : en16931,
        leaf('ram:TradingBusinessName', given.trading_name),
      ),
    ),
    write.from(
      en16931,
      branch(
        'ram:DefinedTradeContact',
        leaf('ram:PersonName', contact?.name),
        branch('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact?.phone)),
        branch('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact?.email)),
      ),
    ),
    address(write, given.address),
    write.from(
      basicWl,
      branch('ram:URIUniversalCommunication', leaf('ram:URIID', electronic?.id, { schemeID: electronic?.scheme })),
    ),
    branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', given.vat_id, { schemeID: 'VA' })),
    branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', given.tax_number, { schemeID: 'FC' })),
  );
}

const address = (write: CiiWriter, given: InvoiceAddress = {}): Node =>
  branch(
    'ram:PostalTradeAddress',
    write.from(
      LEVELS.basicWl,
      leaf('ram:PostcodeCode', given.post_code),
      leaf('ram:LineOne', given.line_1),
      leaf('ram:LineTwo', given.line_2),
      leaf('ram:LineThree', given.line_3),
      leaf('ram:CityName', given.city),
    ),
    leaf('ram:CountryID', given.country),
    write.from(LEVELS.basicWl, leaf('ram:CountrySubDivisionName', given.subdivision)),
  );

/** Converts a single identifier to a list, as parties have it. */
export const withIds = <Given extends { id?: SchemedId }>({ id, ...rest }: Given): Omit<Given, 'id'> & Party => ({
  ...rest,
  ...(id && { ids: [id] }),
});

export const deliveryParty = ({ delivery }: Invoice): Party | undefined =>
  delivery && {
    ...pick(delivery.name, delivery.address),
    ...(delivery.location_id && { ids: [delivery.location_id] }),
  };

const pick = (name: string | undefined, given: InvoiceAddress | undefined): Party => ({
  ...(name !== undefined && { name }),
  ...(given && { address: given }),
});

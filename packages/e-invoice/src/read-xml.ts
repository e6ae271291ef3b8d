/** Checks the XML of a caller: well-formed, without external references, an invoice of the profile. The XML is not changed. */
import { type EInvoiceProfile, type EInvoiceSyntax, ServiceError } from '@toolpress/contract';
import { SaxesParser } from 'saxes';
import { Element } from './element.js';
import { PROFILES } from './profiles.js';
import { UBL_NAMESPACES } from './ubl.js';
import { type Wanted, wantedOf } from './wanted-elements.js';

const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

interface Vocabulary {
  roots: Readonly<Record<string, string>>;
  /** The allowed namespaces. Elements of others could be scripts when a browser opens the file. */
  namespaces: ReadonlySet<string>;
  /** The name of the root, for messages. */
  root: string;
}

const VOCABULARIES: Readonly<Record<EInvoiceSyntax, Vocabulary>> = {
  cii: {
    roots: { CrossIndustryInvoice: CII },
    namespaces: new Set([
      CII,
      ...['ReusableAggregateBusinessInformationEntity', 'QualifiedDataType', 'UnqualifiedDataType'].map(
        (name) => `urn:un:unece:uncefact:data:standard:${name}:100`,
      ),
    ]),
    root: `\`CrossIndustryInvoice\` of \`${CII}\``,
  },
  ubl: {
    roots: { Invoice: UBL_NAMESPACES.Invoice, CreditNote: UBL_NAMESPACES.CreditNote },
    namespaces: new Set(Object.values(UBL_NAMESPACES)),
    root: `\`Invoice\` of \`${UBL_NAMESPACES.Invoice}\`, or \`CreditNote\` of \`${UBL_NAMESPACES.CreditNote}\``,
  },
};

/** Attributes without a prefix, namespace declarations, and hints for validators such as `xsi:schemaLocation`. */
const ATTRIBUTE_NAMESPACES: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/2000/xmlns/',
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2001/XMLSchema-instance',
]);

const MAX_DEPTH = 50;
const MAX_SHOWN = 100;

/** Returns the elements that the sums need. @throws ServiceError `e_invoice_invalid`. */
export function readXml(xml: string, profile: EInvoiceProfile, syntax: EInvoiceSyntax): Element {
  const vocabulary = VOCABULARIES[syntax];
  const parser = new SaxesParser({ xmlns: true, position: true });
  const tree = new WantedTree(syntax);
  let depth = 0;
  const refuse = (text: string): never => {
    const place = `line ${parser.line}, column ${parser.columnIndex + 1}`;
    throw new ServiceError('e_invoice_invalid', `\`e_invoice.xml\` (${place}): ${text}`);
  };
  parser.on('error', (error) =>
    refuse(`is not well-formed: ${error.message.replace(/^\d+:\d+: /, '').slice(0, MAX_SHOWN)}`),
  );
  // The file is written in UTF-8, whatever encoding it had before.
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (!/^utf-8$/i.test(encoding)) refuse('must declare the encoding `UTF-8`, or none: it is stored in UTF-8.');
  });
  // Without a document type, only the five entities of XML itself exist.
  parser.on('doctype', () => refuse('must not have a document type (`<!DOCTYPE`).'));
  // For example a style sheet, with which a browser would transform the invoice.
  parser.on('processinginstruction', () => refuse('must not have processing instructions (`<?…?>`); leave them out.'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (depth === 0 && (!Object.hasOwn(vocabulary.roots, local) || vocabulary.roots[local] !== uri))
      refuse(`must be an invoice in the syntax ${syntax.toUpperCase()}: its root is ${vocabulary.root}.`);
    if (!vocabulary.namespaces.has(uri)) refuse(foreign('an element', local, uri, syntax));
    for (const { name, uri } of Object.values(attributes))
      if (!ATTRIBUTE_NAMESPACES.has(uri)) refuse(foreign('an attribute', name, uri, syntax));
    if (depth >= MAX_DEPTH) refuse(`is nested more than ${MAX_DEPTH} levels deep.`);
    depth++;
    tree.open(local, attributes);
  });
  parser.on('text', (text) => tree.text(text));
  parser.on('cdata', (text) => tree.text(text));
  parser.on('closetag', () => {
    depth--;
    tree.close();
  });
  parser.write(xml.startsWith('\ufeff') ? xml.slice(1) : xml).close();
  checkGuideline(tree.root.text(GUIDELINE[syntax]), profile);
  return tree.root;
}

const GUIDELINE: Readonly<Record<EInvoiceSyntax, string>> = {
  cii: 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
  ubl: 'CustomizationID',
};

function checkGuideline(given: string | undefined, profile: EInvoiceProfile): void {
  const wanted = PROFILES[profile].guideline;
  if (given !== wanted)
    throw new ServiceError(
      'e_invoice_invalid',
      `\`e_invoice.xml\` must have the guideline (BT-24) \`${wanted}\` for the profile \`${profile}\`; it has ${given === undefined ? 'none' : 'another one'}.`,
    );
}

const foreign = (what: string, name: string, uri: string, syntax: EInvoiceSyntax): string =>
  `has ${what} of another vocabulary: \`${name.slice(0, MAX_SHOWN)}\` of \`${uri.slice(0, MAX_SHOWN)}\`. An invoice has only the namespaces of ${syntax.toUpperCase()}.`;

/** Collects the elements that the sums need, without files, texts and parties. */
class WantedTree {
  root = new Element('');
  /** The open elements. Undefined: an element that is not collected. */
  readonly #open: ({ element: Element; wanted: Wanted } | undefined)[] = [];

  constructor(readonly syntax: EInvoiceSyntax) {}

  open(name: string, attributes: Readonly<Record<string, { local: string; value: string }>>): void {
    const above = this.#open.at(-1);
    const wanted = this.#open.length === 0 ? wantedOf(this.syntax) : above?.wanted.get(name);
    if (wanted === undefined) {
      this.#open.push(undefined);
      return;
    }
    const values = Object.values(attributes).map(({ local, value }) => [local, value] as const);
    const element = new Element(name, Object.fromEntries(values));
    if (above) above.element.children.push(element);
    else this.root = element;
    this.#open.push({ element, wanted });
  }

  text(text: string): void {
    const top = this.#open.at(-1);
    if (top?.wanted.size === 0) top.element.ownText += text;
  }

  close(): void {
    this.#open.pop();
  }
}

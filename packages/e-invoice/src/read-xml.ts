/** The XML of a caller: well-formed, without anything that reaches out of it, an invoice of the profile. Its content is taken as it is. */
import { type EInvoiceProfile, ServiceError } from '@toolpress/contract';
import { SaxesParser } from 'saxes';
import { PROFILES } from './profiles.js';

const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
/** Elements of others could be a script when a browser opens the file. */
const ELEMENT_NAMESPACES: ReadonlySet<string> = new Set([
  CII,
  ...['ReusableAggregateBusinessInformationEntity', 'QualifiedDataType', 'UnqualifiedDataType'].map(
    (name) => `urn:un:unece:uncefact:data:standard:${name}:100`,
  ),
]);
/** Attributes without a prefix, declarations of namespaces, and hints for validators such as `xsi:schemaLocation`. */
const ATTRIBUTE_NAMESPACES: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/2000/xmlns/',
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2001/XMLSchema-instance',
]);
const GUIDELINE = [
  'CrossIndustryInvoice',
  'ExchangedDocumentContext',
  'GuidelineSpecifiedDocumentContextParameter',
  'ID',
];

const MAX_DEPTH = 50;
const MAX_SHOWN = 100;

/** @throws ServiceError `e_invoice_invalid`. */
export function checkXml(xml: string, profile: EInvoiceProfile): void {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const path: string[] = [];
  let guideline = '';
  const refuse = (text: string): never => {
    const place = `line ${parser.line}, column ${parser.columnIndex + 1}`;
    throw new ServiceError('e_invoice_invalid', `\`e_invoice.xml\` (${place}): ${text}`);
  };
  parser.on('error', (error) =>
    refuse(`is not well-formed: ${error.message.replace(/^\d+:\d+: /, '').slice(0, MAX_SHOWN)}`),
  );
  // The file's bytes are UTF-8, whatever it was before it became a text.
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (!/^utf-8$/i.test(encoding)) refuse('must say the encoding `UTF-8`, or none: it is stored in UTF-8.');
  });
  // No entity but XML's own five is known without one: whatever a document type would bring in stays out.
  parser.on('doctype', () => refuse('must not have a document type (`<!DOCTYPE`).'));
  // A style sheet, for one: a browser would transform the invoice by it.
  parser.on('processinginstruction', () => refuse('must not have processing instructions (`<?…?>`); leave them out.'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (path.length === 0 && (local !== 'CrossIndustryInvoice' || uri !== CII))
      refuse(`must be an invoice in the syntax CII: its root is \`CrossIndustryInvoice\` of \`${CII}\`.`);
    if (!ELEMENT_NAMESPACES.has(uri)) refuse(foreign('an element', local, uri));
    for (const { name, uri } of Object.values(attributes))
      if (!ATTRIBUTE_NAMESPACES.has(uri)) refuse(foreign('an attribute', name, uri));
    if (path.length >= MAX_DEPTH) refuse(`is nested more than ${MAX_DEPTH} levels deep.`);
    path.push(local);
  });
  parser.on('text', (text) => {
    if (path.length === GUIDELINE.length && GUIDELINE.every((name, level) => path[level] === name)) guideline += text;
  });
  parser.on('closetag', () => {
    path.pop();
  });
  parser.write(xml.startsWith('\ufeff') ? xml.slice(1) : xml).close();
  const wanted = PROFILES[profile].guideline;
  if (guideline.trim() !== wanted)
    throw new ServiceError(
      'e_invoice_invalid',
      `\`e_invoice.xml\` must have the guideline (BT-24) \`${wanted}\` for the profile \`${profile}\`; it has ${guideline.trim() === '' ? 'none' : 'another one'}.`,
    );
}

const foreign = (what: string, name: string, uri: string): string =>
  `has ${what} of another vocabulary: \`${name.slice(0, MAX_SHOWN)}\` of \`${uri.slice(0, MAX_SHOWN)}\`. An invoice has only the namespaces of CII.`;

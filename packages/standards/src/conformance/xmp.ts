/** The XMP packet of a PDF (ISO 16684-1), which says what its information dictionary says. */
import type { Conformance } from '@toolpress/contract';
import { type DocumentInfo, type Programs, pdfSeconds } from '@toolpress/pdf/edit';

/** Properties that PDF/A does not define, which need a description (ISO 19005-3, 6.6.2.3). */
export interface XmpSchema {
  name: string;
  namespace: string;
  /** An XML name, like the names of properties. */
  prefix: string;
  properties: readonly {
    name: string;
    value: string;
    type: 'Text' | 'Integer';
    /** Whether people choose the value, or it follows from the document. */
    category: 'external' | 'internal';
    description: string;
  }[];
}

/** ISO 14289-1, 5. */
const PDF_UA: XmpSchema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [
    { name: 'part', value: '1', type: 'Integer', category: 'internal', description: 'Part of ISO 14289 that it keeps' },
  ],
};

/**
 * @param programs that created the PDF: Chromium and its PDF writer.
 * @returns the packet as XML, to be encoded in UTF-8.
 */
export function xmpPacket(
  { title, author, subject, keywords, createdAt }: DocumentInfo,
  { creator, producer }: Programs,
  levels: readonly Conformance[],
  schemas: readonly XmpSchema[],
): string {
  const date = pdfSeconds(createdAt);
  const [, part, level] = /pdf\/a-(\d)([ab])/.exec(levels.join(' ')) ?? [];
  const all = levels.includes('pdf/ua-1') ? [PDF_UA, ...schemas] : schemas;
  const properties = [
    ['dc:format', 'application/pdf'],
    ['dc:title', title && `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt>`],
    ['dc:creator', author && `<rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq>`],
    ['dc:description', subject && `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(subject)}</rdf:li></rdf:Alt>`],
    ['pdf:Keywords', keywords && escaped(keywords)],
    ['pdf:Producer', escaped(producer)],
    ['xmp:CreatorTool', escaped(creator)],
    ['xmp:CreateDate', date],
    ['xmp:ModifyDate', date],
    ['pdfaid:part', part],
    ['pdfaid:conformance', level?.toUpperCase()],
    ...all.flatMap(({ prefix, properties }) =>
      properties.map(({ name, value }) => [`${prefix}:${name}`, escaped(value)] as const),
    ),
  ] as const;
  const namespaces = { ...NAMESPACES, ...Object.fromEntries(all.map(({ prefix, namespace }) => [prefix, namespace])) };
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""${Object.entries(namespaces)
    .map(([prefix, namespace]) => `\n xmlns:${prefix}="${escaped(namespace)}"`)
    .join('')}>
${elements(properties)}${part && all.length > 0 ? `<pdfaExtension:schemas>${bag(all.map(described))}</pdfaExtension:schemas>\n` : ''}</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
};

const described = ({ name, namespace, prefix, properties }: XmpSchema): string =>
  elements([
    ['pdfaSchema:schema', escaped(name)],
    ['pdfaSchema:namespaceURI', escaped(namespace)],
    ['pdfaSchema:prefix', prefix],
    ['pdfaSchema:property', sequence(properties.map(describedProperty))],
  ]);

const describedProperty = ({ name, type, category, description }: XmpSchema['properties'][number]): string =>
  elements([
    ['pdfaProperty:name', name],
    ['pdfaProperty:valueType', type],
    ['pdfaProperty:category', category],
    ['pdfaProperty:description', escaped(description)],
  ]);

const items = (resources: readonly string[]): string =>
  resources.map((resource) => `<rdf:li rdf:parseType="Resource">\n${resource}</rdf:li>`).join('');
const bag = (resources: readonly string[]): string => `<rdf:Bag>${items(resources)}</rdf:Bag>`;
const sequence = (resources: readonly string[]): string => `<rdf:Seq>${items(resources)}</rdf:Seq>`;

/** Writes the elements that have a content, each on a line. */
const elements = (all: readonly (readonly [string, string | undefined])[]): string =>
  all.map(([name, content]) => (content ? `<${name}>${content}</${name}>\n` : '')).join('');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

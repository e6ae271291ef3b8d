import type { Conformance } from '@toolpress/contract';
import { infoOf } from '@toolpress/pdf';
import type { DocumentInfo } from '@toolpress/pdf/edit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type XmpSchema, xmpPacket } from './xmp.js';

const PROGRAMS = { creator: 'Chromium', producer: 'Skia/PDF m156' };
const AT = new Date('2026-01-31T08:30:00.999Z');
const packet = (
  info: Partial<DocumentInfo>,
  levels: readonly Conformance[] = ['pdf/a-3b'],
  schemas: readonly XmpSchema[] = [],
): string => xmpPacket({ createdAt: AT, ...info }, PROGRAMS, levels, schemas);

/** @returns the texts of a packet by the paths of its elements, without `rdf:`. Throws when the XML is not well-formed. */
function textsOf(xml: string): Record<string, string> {
  const texts: Record<string, string> = {};
  const open: string[] = [];
  const tokens = xml.matchAll(/<\?[^>]*\?>|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)>|([^<]+)|(<)/g);
  for (const [token, end, name = '', , text, broken] of tokens) {
    if (broken !== undefined) throw new Error(`not well-formed before ${token}`);
    if (text !== undefined) {
      if (/&(?!(?:amp|lt|gt|quot);)/.test(text)) throw new Error(`an ampersand in ${text}`);
      const plain = text
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&');
      if (text.trim()) texts[open.filter((part) => !/^(?:rdf|x):/.test(part)).join('/')] = plain;
    } else if (end === '/') {
      if (open.pop() !== name) throw new Error(`${name} ends where it is not open`);
    } else if (name !== '') open.push(name);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} never end`);
  return texts;
}

describe('infoOf', () => {
  it('removes control characters and unpaired surrogates, and collapses white space', () => {
    const { createdAt, ...info } = infoOf(
      {
        author: 'Zoë\u0000\n\tÅ \ud800 \u{1f389}',
        subject: '\ufffe\u{1fffe}',
        keywords: ' a, b ',
        createdAt: '2026-01-31',
      },
      '<b>&amp;</b>',
    );
    expect(info).to.deep.equal({
      title: '<b>&amp;</b>',
      author: 'Zoë Å \ufffd \u{1f389}',
      subject: '\ufffd\ufffd',
      keywords: 'a, b',
    });
    expect(createdAt.toISOString()).to.equal('2026-01-31T00:00:00.000Z');
  });

  it('defaults to the document’s title and the time of printing', () => {
    expect(infoOf({ title: 'given' }, 'own')).to.include({ title: 'given' });
    expect(infoOf({ author: 'a' }, 'own')).to.include({ title: 'own' });
    expect(infoOf(undefined, undefined, AT)).to.deep.equal({ title: undefined, createdAt: AT });
  });
});

describe('An XMP packet', () => {
  it('has the document’s metadata with any characters', () => {
    const strange = '</rdf:li>]]> & "quoted" <?xpacket end="w"?> 日本 \u{1f389}';
    expect(textsOf(packet({ title: strange, author: strange, subject: strange, keywords: strange }))).to.deep.equal({
      'dc:format': 'application/pdf',
      'dc:title': strange,
      'dc:creator': strange,
      'dc:description': strange,
      'pdf:Keywords': strange,
      'pdf:Producer': 'Skia/PDF m156',
      'xmp:CreatorTool': 'Chromium',
      'xmp:CreateDate': '2026-01-31T08:30:00Z',
      'xmp:ModifyDate': '2026-01-31T08:30:00Z',
      'pdfaid:part': '3',
      'pdfaid:conformance': 'B',
    });
  });

  it('leaves out unknown values', () => {
    const texts = textsOf(packet({}, ['pdf/ua-1']));
    expect(texts).to.have.all.keys(
      'dc:format',
      'pdf:Producer',
      'xmp:CreatorTool',
      'xmp:CreateDate',
      'xmp:ModifyDate',
      'pdfuaid:part',
    );
  });

  for (const [levels, said] of [
    [['pdf/a-2b'], { 'pdfaid:part': '2', 'pdfaid:conformance': 'B' }],
    [['pdf/ua-1', 'pdf/a-3a'], { 'pdfaid:part': '3', 'pdfaid:conformance': 'A', 'pdfuaid:part': '1' }],
  ] as const) {
    it(`names the standards: ${levels.join(', ')}`, () => {
      expect(textsOf(packet({}, levels))).to.deep.include(said);
    });
  }

  it('describes properties that PDF/A does not define', () => {
    const schema: XmpSchema = {
      name: 'Of invoices <&>',
      namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
      prefix: 'fx',
      properties: [
        { name: 'DocumentFileName', value: 'a&b.xml', type: 'Text', category: 'external', description: 'd' },
      ],
    };
    const xml = packet({}, ['pdf/a-3b'], [schema]);
    const at = 'pdfaExtension:schemas';
    expect(textsOf(xml)).to.include({
      'fx:DocumentFileName': 'a&b.xml',
      [`${at}/pdfaSchema:schema`]: 'Of invoices <&>',
      [`${at}/pdfaSchema:prefix`]: 'fx',
      [`${at}/pdfaSchema:property/pdfaProperty:name`]: 'DocumentFileName',
      [`${at}/pdfaSchema:property/pdfaProperty:category`]: 'external',
    });
    expect(xml).to.include(`xmlns:fx="${schema.namespace}"`);
  });
});

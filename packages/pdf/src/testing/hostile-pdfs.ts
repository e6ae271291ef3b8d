/** Hostile PDFs, by what is wrong with them. */
import { deflateSync } from 'node:zlib';
import { pdfOfObjects, streamObject } from '@toolpress/testkit';

const MEBIBYTE = 1024 * 1024;

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
/** @param entries of the page. */
const onePage = (entries: string, ...more: (string | Buffer)[]): Buffer =>
  pdfOfObjects([CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${entries}>>`, ...more]);

const packed = (content: Buffer): Buffer => deflateSync(content, { level: 9 });
const repeated = (text: string, count: number): string => text.repeat(count);

/** A chain of objects, each referring to the next one. */
const chain = (length: number, object: (next: number) => string): string[] =>
  Array.from({ length }, (_, index) => object(index + 6));

/** Has one page fifty times. Its content is 100 MiB of operators, which takes seconds of processor time until memory runs out. */
export const SLOW_PDF = (): Buffer =>
  pdfOfObjects([
    CATALOG,
    `<</Type/Pages/Count 50/Kids[${repeated('3 0 R ', 50)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
    streamObject(packed(packed(Buffer.alloc(100 * MEBIBYTE, 'q Q '))), '/Filter[/FlateDecode/FlateDecode]'),
  ]);

export const HOSTILE_PDFS: Readonly<Record<string, () => Buffer>> = {
  'without bytes': () => Buffer.alloc(0),
  'of zeros': () => Buffer.alloc(100_000),
  'that is plain text': () => Buffer.from('no PDF'),
  'with only a header': () => Buffer.from('%PDF-1.7\n'),
  'without pages': () => pdfOfObjects([CATALOG, '<</Type/Pages/Kids[]/Count 0>>']),
  'that says it has a thousand million pages': () => pdfOfObjects([CATALOG, '<</Type/Pages/Kids[]/Count 1000000000>>']),
  'whose page tree is a cycle': () => pdfOfObjects([CATALOG, '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>']),
  'with a page that is a string': () => pdfOfObjects([CATALOG, PAGES, '(text)']),
  'with a page without a size': () => pdfOfObjects([CATALOG, PAGES, '<</Type/Page/Parent 2 0 R>>']),
  'with a page of a negative size': () => pdfOfObjects([CATALOG, PAGES, '<</Type/Page/MediaBox[9 9 0 0]>>']),
  'with a page of an endless size': () => onePage('/CropBox[0 0 1e38 1e38]/MediaBox[-1e38 -1e38 1e38 1e38]'),
  'with content that unpacks to 400 MiB': () =>
    onePage(
      '/Contents 4 0 R',
      streamObject(packed(packed(Buffer.alloc(400 * MEBIBYTE, ' '))), '/Filter[/FlateDecode/FlateDecode]'),
    ),
  'with an object stream that unpacks to 300 MiB': () =>
    onePage(
      '/Contents 4 0 R',
      streamObject(packed(Buffer.alloc(300 * MEBIBYTE, ' ')), '/Type/ObjStm/N 1/First 5/Filter/FlateDecode'),
    ),
  'with a picture of a thousand million pixels': () =>
    onePage(
      '/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>',
      streamObject('200 0 0 200 0 0 cm /I Do'),
      streamObject(
        packed(Buffer.alloc(MEBIBYTE)),
        '/Type/XObject/Subtype/Image/Width 60000/Height 60000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
      ),
    ),
  'with arrays in arrays': () =>
    onePage(
      `/Contents 4 0 R/Resources<</Font<</F ${repeated('[', 100_000)}${repeated(']', 100_000)}>>>>`,
      streamObject('q Q'),
    ),
  'with a chain of objects': () =>
    onePage(
      '/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>',
      streamObject('q Q'),
      ...chain(30_000, (next) => `<</A ${next} 0 R>>`),
    ),
  'with a form that draws itself': () =>
    onePage(
      '/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>',
      streamObject('/X Do'),
      streamObject('/X Do /X Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>'),
    ),
  'with forms that draw the next one twice, thirty times over': () =>
    onePage(
      '/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>',
      streamObject('/X Do'),
      ...Array.from({ length: 30 }, (_, index) =>
        streamObject(
          '/X Do /X Do',
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${index + 6} 0 R>>>>`,
        ),
      ),
      streamObject('0 0 1 1 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
    ),
  'with a pattern of patterns': () =>
    onePage(
      '/Contents 4 0 R/Resources<</Pattern<</P 5 0 R>>>>',
      streamObject('/Pattern cs /P scn 0 0 200 200 re f'),
      streamObject(
        '/Pattern cs /P scn 0 0 9 9 re f',
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 0.0001/YStep 0.0001/Resources<</Pattern<</P 5 0 R>>>>',
      ),
    ),
  'whose length refers to itself': () => onePage('/Contents 4 0 R', '<</Length 4 0 R>>\nstream\nq Q\nendstream'),
  'with a million saved states': () => onePage('/Contents 4 0 R', streamObject(repeated('q ', 1_000_000))),
  'with a cross-reference stream of endless fields': () =>
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<</Type/XRef/Size 2000000000/W[1 2000000000 1]/Index[0 2000000000]/Root 1 0 R/Length 3>>\nstream\nabc\nendstream\nendobj\nstartxref\n9\n%%EOF\n',
    ),
};

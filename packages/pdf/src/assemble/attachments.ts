/** Attached files (ISO 32000-2, 7.11.4 and 14.13). */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type Attachment, MAX_ATTACHMENT_NAME, type Relationship } from '@toolpress/contract';
import { pdfDate } from '../file/metadata.js';
import { asDictionary, type Dictionary, listOf, type PdfValue, type Reference } from '../file/read.js';
import { type PdfEdit, textString } from '../file/write.js';

export interface AttachedFile {
  name: string;
  bytes: Buffer;
  mimeType?: string | undefined;
  description?: string | undefined;
  relationship?: Relationship | undefined;
}

/** Converts an attachment of a validated request. */
export const attachedFile = ({ data_base64, mime_type: mimeType, ...given }: Attachment): AttachedFile => ({
  ...given,
  bytes: Buffer.from(data_base64, 'base64'),
  mimeType,
});

/**
 * Attaches files to the PDF: in its name tree, and as files that belong to the whole document (`/AF`), which PDF/A-3 requires.
 *
 * @param files may have any names. See `fileNames`.
 * @param changedAt the time of the last change, as far as it is known.
 */
export function addAttachments(edit: PdfEdit, files: readonly AttachedFile[], changedAt: Date): void {
  if (files.length === 0) return;
  const names = fileNames(files.map(({ name }) => name));
  const specifications = files.map((file, index) =>
    specificationOf({ ...file, name: names[index] ?? '' }, changedAt, edit),
  );
  const sorted = names
    .map((name, index) => ({ key: textString(name), specification: specifications[index] as Reference }))
    .sort((one, other) => Buffer.compare(bytesOf(one.key), bytesOf(other.key)));
  const tree = new Map([['Names', sorted.flatMap(({ key, specification }): PdfValue[] => [key, specification])]]);
  const { catalog } = edit;
  const trees: Dictionary = new Map(asDictionary(edit.follow(catalog.get('Names')) ?? new Map()));
  catalog.set('Names', trees.set('EmbeddedFiles', edit.add({ value: tree })));
  catalog.set('AF', [...listOf(edit.follow(catalog.get('AF'))), ...specifications]);
}

/** The bytes by which readers compare names (ISO 32000-1, 7.9.6). Hexadecimal text would sort a name after the names that it begins. */
const bytesOf = (key: string): Buffer => Buffer.from(key.slice(1, -1), 'hex');

function specificationOf(file: AttachedFile, changedAt: Date, edit: PdfEdit): Reference {
  const { name, bytes, mimeType = 'application/octet-stream', description, relationship = 'Unspecified' } = file;
  const deflated = deflateSync(bytes);
  const isSmaller = deflated.length < bytes.length;
  const stream = isSmaller ? deflated : bytes;
  const parameters: Dictionary = new Map<string, PdfValue>([
    ['Size', String(bytes.length)],
    ['CheckSum', `<${createHash('md5').update(bytes).digest('hex')}>`],
    ['CreationDate', pdfDate(changedAt)],
    ['ModDate', pdfDate(changedAt)],
  ]);
  const content = edit.add({
    value: new Map<string, PdfValue>([
      ['Type', '/EmbeddedFile'],
      ['Subtype', `/${mimeType.replace(/[#/]/g, (character) => (character === '/' ? '#2F' : '#23'))}`],
      ['Params', parameters],
      ...(isSmaller ? ([['Filter', '/FlateDecode']] as const) : []),
      ['Length', String(stream.length)],
    ]),
    stream,
  });
  return edit.add({
    value: new Map<string, PdfValue>([
      ['Type', '/Filespec'],
      // For readers that don't support Unicode.
      ['F', `(${name.replace(/[^ -~]/g, '_').replace(/[()\\]/g, '\\$&')})`],
      ['UF', textString(name)],
      ['EF', new Map([...['F', 'UF'].map((key) => [key, content] as const)])],
      ['AFRelationship', `/${relationship}`],
      ...(description ? ([['Desc', textString(description)]] as const) : []),
    ]),
  });
}

/** Characters that file systems reject, or that disguise a name: folder separators, control characters, directions of writing. */
const STRANGE = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;

/** @returns names under which the files can be saved in one folder on any system: they differ in more than the case of letters. */
export function fileNames(given: readonly string[]): string[] {
  const taken = new Set<string>();
  return given.map((each) => {
    const plain = Buffer.from(each.normalize('NFC')).toString().replace(STRANGE, '');
    const [, stem = '', ending = ''] = /^(.+?)(\.[^.]{1,20})?$/s.exec(baseName(plain)) ?? [];
    for (let number = 1; ; number++) {
      const end = number === 1 ? ending : ` (${number})${ending}`;
      const name = `${cut(stem || 'attachment', MAX_ATTACHMENT_NAME - end.length)}${end}`;
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  });
}

/** Removes dots and spaces at the end, which Windows drops, and dots at the beginning, which hide files elsewhere. */
const baseName = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? '').replace(/[<>:"|?*]/g, '_').replace(/^[. ]+|(?<![. ])[. ]+$/g, '');

/** Cuts a text without splitting a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

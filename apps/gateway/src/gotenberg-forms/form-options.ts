/** Reads the fields of a form that describe its PDF, beside the layout: standards, metadata, passwords, attachments, texts over pages. */
import {
  ANGLES,
  type FormPrint,
  type PdfRequest,
  RELATIONSHIPS,
  type Relationship,
  readPageRanges,
  ServiceError,
} from '@toolpress/contract';
import { FieldFault, type FieldReader, integerOf, isObject, shown, textOf, textsOf } from './field-reader.js';
import { type Form, type FormFile, invalidForm } from './form-body.js';

type Conformance = NonNullable<Extract<PdfRequest['conformance'], unknown[]>>;

const PDF_A = { 'PDF/A-2b': 'pdf/a-2b', 'PDF/A-3b': 'pdf/a-3b', 'PDF/A-3a': 'pdf/a-3a' } as const;

/** Returns the standards of a form. @throws ServiceError `invalid_parameter` for a level that cannot be printed. */
export function conformanceOf(pdfa: string | undefined, pdfua: boolean | undefined): Conformance | undefined {
  const archive = new Map<string, Conformance[number]>(Object.entries(PDF_A)).get(pdfa ?? '');
  if (pdfa !== undefined && archive === undefined)
    throw invalidForm(
      `the requested PDF format '${pdfa.slice(0, 60)}' is not supported; valid formats are ${Object.keys(PDF_A).join(', ')}, and PDF/UA by 'pdfua'`,
    );
  const levels: Conformance = [...(archive ? [archive] : []), ...(pdfua ? (['pdf/ua-1'] as const) : [])];
  return levels.length > 0 ? levels : undefined;
}

const METADATA = new Map(Object.entries({ Title: 'title', Author: 'author', Subject: 'subject' }));
const CREATED = new Set(['CreateDate', 'CreationDate']);
/** The file decides the version, so it can't be chosen. */
const SKIPPED = new Set(['PDFVersion']);

/** Returns the metadata of the API, and entries that only forms have. */
export function metadataOf(reader: FieldReader): Pick<PdfRequest, 'metadata'> & Pick<FormPrint, 'info'> {
  const metadata: Record<string, string | string[]> = {};
  const info: Record<string, string> = {};
  reader.json('metadata', (given) => {
    if (!isObject(given)) throw new FieldFault('unmarshal metadata: expected an object');
    for (const [name, value] of Object.entries(given)) {
      const texts = Array.isArray(value) ? value.map(textOf) : [textOf(value)];
      const known = METADATA.get(name);
      if (known !== undefined) metadata[known] = texts.join(', ');
      else if (name === 'Keywords') metadata['keywords'] = Array.isArray(value) ? texts : texts.join();
      else if (CREATED.has(name)) metadata['created_at'] = texts.join(', ');
      else if (!SKIPPED.has(name)) info[name] = texts.join(', ');
    }
  });
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(Object.keys(info).length > 0 && { info }),
  };
}

const PERMISSIONS = {
  allowPrinting: 'print',
  allowCopying: 'copy',
  allowModifying: 'edit',
  allowAnnotating: 'annotate',
  allowFillingForms: 'fill_forms',
  allowAssembling: 'assemble',
} as const;

/** Returns the passwords and permissions. */
export function protectOf(reader: FieldReader): PdfRequest['protect'] {
  const user_password = reader.text('userPassword');
  const owner_password = reader.text('ownerPassword');
  const names = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[];
  const forbidden = names.filter((name) => reader.bool(name) === false);
  if (user_password === undefined && owner_password === undefined) {
    if (forbidden.length > 0) reader.fault("permission restrictions require a 'userPassword' or 'ownerPassword'");
    return undefined;
  }
  const permissions = names.filter((name) => !forbidden.includes(name)).map((name) => PERMISSIONS[name]);
  return {
    ...(user_password !== undefined && { user_password }),
    ...(owner_password !== undefined && { owner_password }),
    ...(forbidden.length > 0 && { permissions }),
  };
}

/** Returns the attachments. @param files those of the field `embeds`. */
export function attachmentsOf(reader: FieldReader, files: readonly FormFile[]): PdfRequest['attachments'] {
  const described = reader.json('embedsMetadata', (value) => {
    if (!isObject(value)) throw new FieldFault('expected an object of objects');
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textsOf(one)]));
  });
  if (files.length === 0) return undefined;
  return files.map(({ name, bytes }) => {
    const { mimeType, relationship } = described?.[name] ?? {};
    const isKnown = RELATIONSHIPS.includes(relationship as Relationship);
    if (relationship !== undefined && !isKnown)
      reader.fault(`the relationship of '${name}' (embedsMetadata) must be one of ${RELATIONSHIPS.join(', ')}`);
    return {
      name,
      data_base64: bytes.toString('base64'),
      ...(mimeType !== undefined && { mime_type: mimeType }),
      ...(isKnown && { relationship: relationship as Relationship }),
    };
  });
}

/** Returns how a document is split into files; undefined without a split. */
export function splitOf(reader: FieldReader, name: string): FormPrint['split'] {
  const mode = reader.read('splitMode', (value) => {
    if (value === 'intervals' || value === 'pages') return value;
    throw new FieldFault("wrong value, expected either 'intervals' or 'pages'");
  });
  const span = reader.read('splitSpan', (value) => {
    if (mode === 'intervals' && integerOf(value) < 1) throw new FieldFault('value is inferior to 1');
    return value;
  });
  if (mode === 'pages' && readPageRanges(span ?? '') === undefined)
    throw new ServiceError(
      'invalid_parameter',
      "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.",
    );
  const isUnified = reader.bool('splitUnify');
  if (isUnified && mode !== 'pages') reader.fault(`unify is not available for split mode '${mode ?? ''}'`);
  if (mode === undefined) return undefined;
  if (reader.text('splitSpan') === undefined && mode === 'intervals')
    reader.fault(`form field 'splitSpan' is invalid (got '', resulting to strconv.Atoi: parsing "": invalid syntax)`);
  return { mode: isUnified ? 'unified' : mode, span: span ?? '', name };
}

/** Returns the rotation of pages. */
export function rotateOf(reader: FieldReader): FormPrint['rotate'] {
  const angle = reader.read('rotateAngle', (value) => {
    const degrees = integerOf(value);
    if ((ANGLES as readonly number[]).includes(degrees)) return degrees;
    throw new FieldFault('wrong value, expected 90, 180, or 270');
  });
  const pages = reader.read('rotatePages', (value) => {
    if (readPageRanges(value) !== undefined) return value;
    throw new FieldFault('wrong value, expected page ranges such as 1-3,5');
  });
  return angle === undefined ? undefined : { angle, ...(pages !== undefined && { pages }) };
}

/** Returns the quality of JPEG images; undefined when images stay as they are. */
export function imageQualityOf(reader: FieldReader): number | undefined {
  const isOptimized = reader.bool('optimizeImages');
  const quality = reader.read('imageQuality', (value) => {
    const number = integerOf(value);
    if (number < 1) throw new FieldFault('value is inferior to 1');
    if (number > 100) throw new FieldFault('value is superior to 100');
    return number;
  });
  return isOptimized ? (quality ?? 80) : undefined;
}

const KINDS = ['watermark', 'stamp'] as const;
const SOURCES = ['text', 'image', 'pdf'];
const OPTIONS = new Set(['opacity', 'rotation', 'points', 'color', 'fillcolor']);
const NUMBER = /^-?\d{1,4}(?:\.\d{1,4})?$/;
const COLOR = /^#[\da-f]{6}$/i;

/**
 * Returns the text under (watermark) or over (stamp) all pages.
 *
 * @throws ServiceError `invalid_parameter` for images, PDFs and several texts.
 */
export function watermarkOf({ fields, files }: Form): PdfRequest['watermark_html'] {
  const texts = KINDS.flatMap((kind) =>
    (fields.get(`${kind}Source`) ?? []).map((source, index) => {
      if (!SOURCES.includes(source))
        throw invalidForm(
          `form field '${kind}Source' is invalid (got '${shown(source)}', resulting to wrong value, expected either 'text', 'image' or 'pdf')`,
        );
      if (source !== 'text') {
        const hasFile = (files.get(kind)?.length ?? 0) > 0;
        throw invalidForm(
          hasFile
            ? `${kind}Source '${source}' is not supported here: send a text, or print with the API's watermark_html or background_pdf`
            : `a ${kind} file is required for image or pdf source`,
        );
      }
      const text = fields.get(`${kind}Expression`)?.[index] ?? '';
      return { kind, text, style: styleOf(kind, fields.get(`${kind}Options`)?.[index]) };
    }),
  );
  const [first, ...more] = texts;
  if (first === undefined) return undefined;
  if (more.length > 0) throw invalidForm('only one watermark or stamp is supported');
  const { kind, text, style } = first;
  return { html: `<div style="${style}">${escaped(text)}</div>`, layer: kind === 'stamp' ? 'over' : 'under' };
}

function styleOf(kind: string, json: string | undefined): string {
  let given: unknown = {};
  try {
    given = JSON.parse(json || '{}');
  } catch {
    throw invalidForm(`form field '${kind}Options' is invalid`);
  }
  const options = isObject(given) ? given : {};
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined)
    throw invalidForm(
      `form field '${kind}Options': '${unknown.slice(0, 60)}' is not supported; known are ${[...OPTIONS].join(', ')}`,
    );
  const value = (name: string, pattern: RegExp, usual: string): string => {
    const given = options[name] ?? usual;
    if (typeof given !== 'object' && pattern.test(String(given))) return String(given);
    throw invalidForm(`form field '${kind}Options': '${name}' is invalid`);
  };
  const color = value('fillcolor', COLOR, value('color', COLOR, '#808080'));
  const rotation = -Number(value('rotation', NUMBER, '45'));
  return `transform: rotate(${rotation}deg); font: ${value('points', NUMBER, '48')}pt Helvetica, Arial, sans-serif; color: ${color}; opacity: ${value('opacity', NUMBER, kind === 'stamp' ? '1' : '0.5')}; white-space: nowrap`;
}

/** Returns a text as HTML, in which tags are not filled. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('[', '&#91;');

/** Maps a form of Gotenberg's routes to a PDF request. */
import {
  type FileValue,
  type FormPdfRequest,
  FormPrint,
  leavesRoom,
  MAX_PAPER_INCHES,
  PDF_LIMITS,
  PdfRequest,
  readPageRanges,
  ServiceError,
  validate,
  withoutAbsent,
} from '@toolpress/contract';
import { FieldFault, FieldReader, isObject, shown, textsOf } from './field-reader.js';
import { type Form, type FormFile, invalidForm, plainName } from './form-body.js';
import { asksNothing, FILE_FIELDS, IGNORED, REFUSED, RENAMED } from './form-fields.js';
import {
  attachmentsOf,
  conformanceOf,
  imageQualityOf,
  metadataOf,
  protectOf,
  rotateOf,
  splitOf,
  watermarkOf,
} from './form-options.js';
import { withMarkdown } from './markdown.js';

/** The life of the file in seconds, if this process dies before it deletes the file. It begins with printing, which may take five minutes. */
const FILE_LIFE = 600;
/** The margins of a form without others, in inches. */
const MARGIN = 0.39;

export interface FormRequest {
  body: FormPdfRequest;
  /** The name of the answer, without its ending. */
  name: string;
  /** Whether missing images and style sheets are an error. */
  failsOnResources: boolean;
}

export interface FormKind {
  isMarkdown: boolean;
  /** The value of the header `Gotenberg-Output-Filename`. */
  outputName: string | undefined;
  /** The name of the answer if the caller names none. */
  usualName: string;
  /** The longest life of a file in seconds. */
  fileTtl: number;
}

/** @throws ServiceError `invalid_parameter` with all faults of the form; any error of `withMarkdown`. */
export function formRequest(form: Form, { isMarkdown, outputName, usualName, fileTtl }: FormKind): FormRequest {
  const name = plainName(outputName ?? '') || usualName;
  const fields = renamed(form.fields);
  const watermark_html = watermarkOf({ ...form, fields });
  const reader = new FieldReader(fields);
  const read = readFields(reader, form, name);
  const document = readDocument(reader, form, isMarkdown);
  reader.check();
  refuse(fields, form);
  checkLayout(read.layout);
  checkTogether(read);
  const { failsOnResources, hasOutline, tagged, metadata, protect, attachments } = read;
  const body = withoutAbsent({
    html: document.text() || ' ',
    tags: false,
    embedded_resources: true,
    ...document.assets,
    ...{ watermark_html, conformance: conformanceOf(read.pdfa, read.pdfua), metadata, protect, attachments },
    ...(read.split === undefined && tagged && { tagged }),
    ...(read.split === undefined && hasOutline && { outline: true }),
    on_blocked: failsOnResources ? ('error' as const) : ('warn' as const),
    expires_in: Math.min(FILE_LIFE, fileTtl),
  }) as PdfRequest;
  const print = { ...printOf(read), ...document.margins };
  return {
    body: { ...validate(PdfRequest, body, 'body'), form: validate(FormPrint, print, 'body') },
    name,
    failsOnResources,
  };
}

type Read = ReturnType<typeof readFields>;

/** Reads the fields in the order in which their faults are named. @param name of the file without its ending. */
function readFields(reader: FieldReader, form: Form, name: string) {
  return {
    failsOnResources: readLoading(reader),
    media: mediaOf(reader),
    isTransparent: reader.bool('omitBackground') ?? false,
    layout: layoutOf(reader),
    pageRanges: reader.text('nativePageRanges'),
    preferCSSPageSize: reader.bool('preferCssPageSize') ?? false,
    hasOutline: reader.bool('generateDocumentOutline') ?? false,
    tagged: reader.bool('generateTaggedPdf') ?? false,
    split: splitOf(reader, name),
    pdfa: reader.text('pdfa'),
    pdfua: reader.bool('pdfua'),
    ...metadataOf(reader),
    protect: protectOf(reader),
    attachments: attachmentsOf(reader, form.files.get('embeds') ?? []),
    rotate: rotateOf(reader),
    imageQuality: imageQualityOf(reader),
    isFlat: reader.bool('flatten') ?? false,
  };
}

/** Finds the document among the files of a form. `text` returns it, with its Markdown files. */
function readDocument(reader: FieldReader, form: Form, isMarkdown: boolean) {
  const files = documentFiles(form);
  const fileOf = (wanted: string) => files.find(({ name }) => isNamed(name, wanted));
  const index = fileOf('index.html');
  if (index === undefined) reader.fault("form file 'index.html' is required");
  const pages = files.filter(({ name }) => /\.md$/i.test(name));
  if (isMarkdown && pages.length === 0) reader.fault('no form file found for extensions: [.md]');
  const header = fileOf('header.html');
  const footer = fileOf('footer.html');
  const assets = files.filter((one) => ![index, header, footer].includes(one));
  return {
    text(): string {
      if (index === undefined) throw new Error('a form without a document was accepted');
      const html = index.bytes.toString();
      const text = isMarkdown ? withMarkdown(html, pages) : html;
      if (Buffer.byteLength(text) > PDF_LIMITS.html) throw tooLarge();
      return text;
    },
    assets: assets.length > 0 && {
      files: Object.fromEntries(assets.map(({ name, bytes }) => [name, base64(bytes)])),
    },
    margins: {
      ...(header && { headerTemplate: header.bytes.toString() }),
      ...(footer && { footerTemplate: footer.bytes.toString() }),
    },
  };
}

/** @throws ServiceError `invalid_parameter` for fields that exclude each other, and for page ranges that are none. */
function checkTogether({ isTransparent, layout, pageRanges, split, isFlat, tagged, pdfa, pdfua, info }: Read): void {
  if (isTransparent && !layout.printBackground)
    throw new ServiceError('invalid_parameter', 'omitBackground requires printBackground set to true');
  if (pageRanges !== undefined && readPageRanges(pageRanges) === undefined) throw badRanges(pageRanges);
  const conformance = conformanceOf(pdfa, pdfua);
  if (split !== undefined && (pdfua || pdfa === 'PDF/A-3a'))
    throw invalidForm("'splitMode' can't go with 'pdfua' and PDF/A-3a, because the parts of a PDF have no tags");
  if (isFlat && (tagged || pdfua || pdfa === 'PDF/A-3a'))
    throw invalidForm("'flatten' can't go with 'pdfua', PDF/A-3a and 'generateTaggedPdf', whose tags name the links");
  if (conformance !== undefined && info !== undefined)
    throw invalidForm(`'metadata' can't have '${shown(String(Object.keys(info)[0]))}' with 'pdfa' or 'pdfua'`);
}

function printOf({ layout, preferCSSPageSize, isFlat, pageRanges, split, rotate, media, imageQuality, info }: Read) {
  const { isOnePage, ...size } = layout;
  return withoutAbsent({
    ...size,
    preferCSSPageSize,
    ...(isOnePage && { singlePage: true }),
    ...(isFlat && { flatten: true }),
    ...(pageRanges !== undefined && !isOnePage && { pageRanges }),
    ...{ split, rotate, media, imageQuality, info },
  }) as FormPrint;
}

/** Reads what a form says of loading; all of it happens before printing. Returns whether missing images are an error. */
function readLoading(reader: FieldReader): boolean {
  reader.bool('skipNetworkIdleEvent');
  reader.bool('skipNetworkAlmostIdleEvent');
  reader.json('failOnHttpStatusCodes', numbersOf);
  const codes = reader.json('failOnResourceHttpStatusCodes', numbersOf) ?? [];
  reader.json('ignoreResourceHttpStatusDomains', (value) => value);
  const onFailed = reader.bool('failOnResourceLoadingFailed') ?? false;
  reader.bool('failOnConsoleExceptions');
  reader.duration('waitDelay');
  readCookies(reader);
  reader.json('extraHttpHeaders', readHeaders);
  return onFailed || codes.length > 0;
}

function numbersOf(value: unknown): number[] {
  if (Array.isArray(value) && value.every(Number.isInteger)) return value as number[];
  throw new FieldFault('wrong value, expected a list of numbers');
}

const COOKIE = ['name', 'value', 'domain'] as const;
/** The cookies that are checked: a message does not have room for more. */
const MAX_COOKIES = 20;
const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Checks the cookies, which are refused then. */
function readCookies(reader: FieldReader): void {
  reader.json('cookies', (value) => {
    const faults = (Array.isArray(value) ? value.slice(0, MAX_COOKIES) : []).flatMap((cookie, index) => {
      const isWhole = isObject(cookie) && COOKIE.every((name) => isFilled(cookie[name]));
      return isWhole ? [] : [`cookie ${index} must have its name, value and domain set`];
    });
    if (faults.length > 0) throw new FieldFault(faults.join('\n'));
  });
}

/** Checks the headers, which are refused then. */
function readHeaders(value: unknown): void {
  for (const [name, text] of Object.entries(textsOf(value)))
    for (const token of text.split(';').map((one) => one.replaceAll(/\s/g, '')))
      if (/^scope/i.test(token) && !/^scope=./i.test(token))
        throw new FieldFault(`invalid scope '' for header '${name}'`);
}

function mediaOf(reader: FieldReader): FormPrint['media'] {
  const type = reader.read('emulatedMediaType', (value) => {
    if (value === 'screen' || value === 'print') return value;
    throw new FieldFault("wrong value, expected either 'screen', 'print' or empty");
  });
  const features = reader.json('emulatedMediaFeatures', textsOf);
  if (type === undefined && features === undefined) return undefined;
  return { ...(type && { type }), ...(features && { features }) };
}

/** Reads paper, margins and scale. */
function layoutOf(reader: FieldReader) {
  const landscape = reader.bool('landscape') ?? false;
  const printBackground = reader.bool('printBackground') ?? false;
  const scale = reader.float('scale') ?? 1;
  const isOnePage = reader.bool('singlePage') ?? false;
  const paperWidth = reader.inches('paperWidth') ?? 8.5;
  const paperHeight = reader.inches('paperHeight') ?? 11;
  const marginTop = reader.inches('marginTop') ?? MARGIN;
  const marginBottom = reader.inches('marginBottom') ?? MARGIN;
  const marginLeft = reader.inches('marginLeft') ?? MARGIN;
  const marginRight = reader.inches('marginRight') ?? MARGIN;
  return {
    ...{ landscape, printBackground, scale, isOnePage, paperWidth, paperHeight },
    ...{ marginTop, marginRight, marginBottom, marginLeft },
  };
}

/** @throws ServiceError `invalid_parameter` for values that the browser does not print with. */
function checkLayout({ landscape, scale, paperWidth, paperHeight, ...rest }: ReturnType<typeof layoutOf>): void {
  const { marginTop: top, marginRight: right, marginBottom: bottom, marginLeft: left } = rest;
  const margins = { top, right, bottom, left };
  const [width, height] = landscape ? [paperHeight, paperWidth] : [paperWidth, paperHeight];
  const isUsual = scale >= 0.1 && scale <= 2 && Math.max(width, height) <= MAX_PAPER_INCHES;
  if (!isUsual || Math.min(...Object.values(margins)) < 0 || !leavesRoom(margins, { width, height })) throw aberrant();
}

const tooLarge = (): ServiceError =>
  new ServiceError(
    'body_too_large',
    `index.html is over the limit of ${PDF_LIMITS.html / 1024 / 1024} MiB, with its Markdown files; the first of two brackets counts five times.`,
  );

const aberrant = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    'Chromium does not handle the provided settings; please check for aberrant form values: scale is 0.1 to 2, paper at most 200 inches, and margins leave 10 mm',
  );

const badRanges = (ranges: string): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `Chromium does not handle the page ranges '${ranges.slice(0, 200)}' (nativePageRanges) syntax`,
  );

/** Returns the fields with the names of version 8. */
function renamed(fields: Form['fields']): Form['fields'] {
  return new Map([...fields].map(([name, values]) => [RENAMED.get(name) ?? name, values]));
}

/** The fields that this module and `form-options.ts` read. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['failOnResourceHttpStatusCodes', 'failOnResourceLoadingFailed', 'emulatedMediaType', 'emulatedMediaFeatures'],
  ...['landscape', 'printBackground', 'scale', 'singlePage', 'paperWidth', 'paperHeight', 'preferCssPageSize'],
  ...['marginTop', 'marginBottom', 'marginLeft', 'marginRight', 'nativePageRanges'],
  ...['generateDocumentOutline', 'generateTaggedPdf', 'splitMode', 'splitSpan', 'splitUnify', 'pdfa', 'pdfua'],
  ...['metadata', 'userPassword', 'ownerPassword', 'embedsMetadata', 'rotateAngle', 'rotatePages'],
  ...['allowPrinting', 'allowCopying', 'allowModifying', 'allowAnnotating', 'allowFillingForms', 'allowAssembling'],
  ...['flatten', 'optimizeImages', 'imageQuality', 'watermarkSource', 'watermarkExpression', 'watermarkOptions'],
  ...['stampSource', 'stampExpression', 'stampOptions'],
]);

/** @throws ServiceError `invalid_parameter` for fields that ask for what the service cannot do, and for unknown ones. */
function refuse(fields: Form['fields'], { files }: Form): void {
  const faults: string[] = [];
  for (const [name, values] of fields) {
    if (TAKEN.has(name) || IGNORED.has(name) || values.every(asksNothing)) continue;
    const why = REFUSED.get(name) ?? 'it is unknown to this route';
    faults.push(`form field '${name.slice(0, 60)}' is not supported: ${why}`);
  }
  if (files.has('facturxXml')) faults.push(`form file 'facturxXml' is not supported: ${REFUSED.get('facturxVersion')}`);
  if (faults.length > 0) throw invalidForm(faults.join('\n'));
}

/** Returns the document and its assets. The last file of a name counts. */
function documentFiles({ files }: Form): FormFile[] {
  const named = new Map<string, FormFile>();
  for (const [field, list] of files)
    if (!FILE_FIELDS.has(field)) for (const file of list) if (file.name !== '') named.set(file.name, file);
  return [...named.values()];
}

/** The ending may be in capitals. */
const isNamed = (name: string, wanted: string): boolean =>
  name === wanted || name.replace(/\.[^.]*$/, (ending) => ending.toLowerCase()) === wanted;

const base64 = (bytes: Buffer): FileValue => ({ base64: bytes.toString('base64') });

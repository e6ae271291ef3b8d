/** Adds to a printed PDF what Chromium does not write: correct link targets, headers, footers, watermarks, a background, an outline. */
import type { RenderJob } from '@toolpress/contract';
import { type AttachedFile, addAttachments } from './assemble/attachments.js';
import { BackgroundLayers } from './background/background-layers.js';
import type { Background } from './background/backgrounds.js';
import { addInfo, type DocumentInfo, writeInfo } from './file/metadata.js';
import { PdfFile } from './file/pdf-file.js';
import { Encryption, type Protection } from './file/protect.js';
import { asDictionary, type Dictionary, listOf, type PdfValue } from './file/read.js';
import { PdfEdit, textString } from './file/write.js';
import { ContentBoxes } from './pages/content-box.js';
import { Layers } from './pages/layers.js';
import { addOutline, type OutlineEntry } from './pages/outline.js';
import { flatten, rotatePages, selectPages } from './pages/pages.js';
import { POINTS_PER_INCH, sizeOf } from './pages/printed.js';
import { type PrintedStamps, Stamps } from './pages/stamps.js';
import { type MissingGlyphs, missingGlyphs, repairCharacters } from './text/fonts.js';
import { writeGlyphTexts } from './text/glyph-texts.js';
import { hasPlainFonts, packed, streamsOf } from './text/streams.js';

export interface Finish {
  stamps?: PrintedStamps | undefined;
  background?: Background | undefined;
  outline?: readonly OutlineEntry[] | undefined;
  /** The options of the request that are written into the PDF as they are. */
  job?: Pick<RenderJob, 'firstPageNumber'>;
  /** A language tag, as in the `lang` attribute of HTML. */
  language?: string | undefined;
  /** Replaces the metadata that Chromium has written. */
  info?: DocumentInfo | undefined;
  /** Further entries of the information dictionary. */
  moreInfo?: Readonly<Record<string, string>> | undefined;
  attachments?: readonly AttachedFile[] | undefined;
  conform?: Conformer | undefined;
  protect?: Protection | undefined;
  /** Adds a signature and its field, after all other changes. See `PdfEdit.addSignature`. */
  sign?: ((edit: PdfEdit) => void) | undefined;
  /** Whether only the first page is kept, for a preview. It is cut off after everything else, so that it looks as in the whole document. */
  firstPageOnly?: boolean;
  /** Whether the PDF has no annotations. */
  isFlat?: boolean | undefined;
  /** The pages that are rotated, by their positions from 0. */
  rotated?: { pages: readonly number[]; angle: number } | undefined;
  /** The positions of the pages of the result, from 0; the default is all. Then it has neither bookmarks nor tags. */
  pages?: readonly number[] | undefined;
  /** Whether the document has soft hyphens. */
  hasSoftHyphens?: boolean;
  /** Whether the document may have Chinese characters. */
  hasChinese?: boolean;
  /** Whether the document chooses forms of glyphs, such as small capitals. */
  choosesForms?: boolean;
  /** Whether the document may have characters that are in no font. */
  mayLackGlyphs?: boolean;
  /** Called with characters that print as boxes, because no font has them. */
  onMissing?: ((missing: MissingGlyphs) => void) | undefined;
}

/** Makes a PDF conform to a standard. */
export interface Conformer {
  readonly info: DocumentInfo;
  /** Whether it repairs the tags, and the characters with them. */
  readonly repairsTags: boolean;
  /** It is the last step before writing, because it describes the whole document. */
  apply(edit: PdfEdit): void;
}

/** @returns the finished PDF. */
export function finishPdf(pdf: Buffer, finish: Finish): Buffer {
  const { stamps, background, outline, language, info, attachments, job = {} } = finish;
  const edit = new PdfEdit(new PdfFile(pdf));
  const boxes = edit.catalog.has('Dests') || outline !== undefined ? new ContentBoxes(edit) : undefined;
  boxes?.correctLinks();
  const callerForms = new Set<number>();
  if (stamps !== undefined || background !== undefined) addLayers(edit, finish, callerForms);
  if (finish.hasSoftHyphens) dropSoftHyphens(edit, callerForms);
  const missing = finish.mayLackGlyphs && finish.conform === undefined ? missingGlyphs(edit, callerForms) : undefined;
  if (missing !== undefined) finish.onMissing?.(missing);
  if (finish.choosesForms || !hasPlainFonts(edit, callerForms)) writeGlyphTexts(edit, callerForms);
  const isRepaired = finish.conform?.repairsTags === true;
  if (finish.hasChinese && !isRepaired) repairCharacters(edit, callerForms);
  // Chromium writes the language of tagged PDFs only.
  if (language !== undefined && !edit.catalog.has('Lang')) edit.catalog.set('Lang', textString(language));
  if (job.firstPageNumber !== undefined) addPageLabels(edit, job.firstPageNumber);
  if (outline !== undefined && boxes !== undefined) addOutline(edit, outline, boxes);
  if (finish.isFlat) flatten(edit);
  if (finish.rotated !== undefined) rotatePages(edit, finish.rotated.pages, finish.rotated.angle);
  if (finish.pages !== undefined) selectPages(edit, finish.pages);
  const { createdAt = new Date() } = info ?? finish.conform?.info ?? {};
  if (attachments !== undefined) addAttachments(edit, attachments, createdAt);
  if (info !== undefined) writeInfo(edit, info);
  if (finish.moreInfo !== undefined) addInfo(edit, finish.moreInfo);
  finish.conform?.apply(edit);
  if (finish.firstPageOnly) selectPages(edit, [0]);
  finish.sign?.(edit);
  return edit.bytes({
    cipher: finish.protect && new Encryption(finish.protect),
    fewerTags: edit.catalog.has('StructTreeRoot') && !isRepaired,
  });
}

/**
 * @param callerForms receives the forms of the background, which are the caller's and may be of any size.
 * @throws Error when the stamps don't match the pages.
 */
function addLayers(edit: PdfEdit, { stamps, background, conform: wanted }: Finish, callerForms: Set<number>): void {
  const pages = edit.file.pages();
  const layers = new Layers(edit);
  const under = background && new BackgroundLayers(background, edit, wanted !== undefined);
  const stamped = stamps && new Stamps(stamps, pages.length, edit);
  pages.forEach((page, index) => {
    const printed = asDictionary(edit.follow(page));
    const backgrounds = under?.layers(index, pointsOf(printed, edit.file)) ?? [];
    for (const { form } of backgrounds) callerForms.add(form.object);
    const entries = new Map(layers.addTo(printed, [...backgrounds, ...(stamped?.layers(index) ?? [])]));
    const links = stamped?.links(index) ?? [];
    if (links.length > 0) entries.set('Annots', [...listOf(edit.follow(printed.get('Annots'))), ...links]);
    edit.put(page, { value: entries });
  });
}

function pointsOf(page: Dictionary, file: PdfFile) {
  const { width, height } = sizeOf(page, file);
  return { width: width * POINTS_PER_INCH, height: height * POINTS_PER_INCH };
}

/** Chromium draws a soft hyphen as a blank without width, alone or in a ligature, with its text as `ActualText` (ISO 32000-1, 14.9.4). */
const ACTUAL_TEXT = /(\/ActualText\s*<feff)([0-9a-f]+)(?=>)/gi;
const UNITS = /.{4}/g;

/**
 * Removes soft hyphens from the text, which would split words in searches and copied text.
 *
 * @param callerForms streams that are not changed.
 */
function dropSoftHyphens(edit: PdfEdit, callerForms: ReadonlySet<number>): void {
  const seen = new Set(callerForms);
  for (const page of edit.file.pages())
    for (const { stream, bytes, entries } of streamsOf(edit, page, seen)) {
      const text = bytes.toString('latin1');
      const without = text.replace(ACTUAL_TEXT, (_, begin: string, units: string) => {
        const shown = units.replace(UNITS, (unit) => (unit.toLowerCase() === '00ad' ? '' : unit));
        return `${begin}${shown}`;
      });
      if (without !== text) edit.put(stream, packed(Buffer.from(without, 'latin1'), entries));
    }
}

/**
 * Adds page labels, which readers show as page numbers and accept in their "go to page" field. Numbered labels begin at 1, so smaller numbers are written as texts.
 *
 * @param first the number of the first page.
 */
function addPageLabels(edit: PdfEdit, first: number): void {
  if (first === 1) return;
  const count = edit.file.pages().length;
  const below = Math.min(Math.max(1 - first, 0), count);
  const labels: PdfValue[] = [];
  for (let index = 0; index < below; index++)
    labels.push(String(index), new Map([['P', textString(String(first + index))]]));
  if (below < count)
    labels.push(
      String(below),
      new Map([
        ['S', '/D'],
        ['St', String(first + below)],
      ]),
    );
  edit.catalog.set('PageLabels', new Map([['Nums', labels]]));
}

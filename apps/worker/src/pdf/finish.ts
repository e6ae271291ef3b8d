/** What a printed PDF still lacks: links to the right places, headers, footers and watermarks on its pages, a background under them, an outline, the language that it is in. */
import { wantsTags } from '@toolpress/contract';
import { type AttachedFile, addAttachments } from './attachments.js';
import { BackgroundLayers } from './background/background-layers.js';
import type { Background } from './background/backgrounds.js';
import { type Conform, conform } from './conformance/conformance.js';
import { type DocumentInfo, writeInfo } from './conformance/metadata.js';
import { ContentBoxes } from './content-box.js';
import { POINTS_PER_INCH, sizeOf } from './count.js';
import { Layers } from './layers.js';
import { addOutline, type OutlineEntry } from './outline.js';
import { addPageLabels } from './page-labels.js';
import { Encryption, type Protection } from './protect.js';
import { asDictionary, type Dictionary, PdfFile } from './read.js';
import { dropSoftHyphens } from './soft-hyphens.js';
import { listOf, type PrintedStamps, Stamps } from './stamps.js';
import { PdfEdit, textString } from './write.js';

export interface Finish {
  stamps?: PrintedStamps | undefined;
  background?: Background | undefined;
  outline?: readonly OutlineEntry[] | undefined;
  /** The number of the first page. */
  firstPageNumber?: number | undefined;
  /** As in the `lang` of HTML. */
  language?: string | undefined;
  /** What the PDF says of itself, where that is not what Chromium has written. */
  info?: DocumentInfo | undefined;
  attachments?: readonly AttachedFile[] | undefined;
  conform?: Conform | undefined;
  protect?: Protection | undefined;
  /** Whether soft hyphens are in its words. */
  hasSoftHyphens?: boolean;
}

/** @returns the PDF with all of it, as small as it gets. */
export function finishPdf(pdf: Buffer, finish: Finish): Buffer {
  const { stamps, background, outline, language, info, attachments } = finish;
  const edit = new PdfEdit(new PdfFile(pdf));
  const boxes = new ContentBoxes(edit);
  boxes.mendLinks();
  const foreign = new Set<number>();
  if (stamps !== undefined || background !== undefined) addLayers(edit, finish, foreign);
  if (finish.hasSoftHyphens) dropSoftHyphens(edit, foreign);
  // Chromium says the language of tagged PDFs only.
  if (language !== undefined && !edit.catalog.has('Lang')) edit.catalog.set('Lang', textString(language));
  if (finish.firstPageNumber !== undefined) addPageLabels(edit, finish.firstPageNumber);
  if (outline !== undefined) addOutline(edit, outline, boxes);
  const { createdAt = new Date() } = info ?? finish.conform?.info ?? {};
  if (attachments !== undefined) addAttachments(edit, attachments, createdAt);
  if (info !== undefined) writeInfo(edit, info);
  if (finish.conform !== undefined) conform(edit, finish.conform);
  return edit.bytes({
    cipher: finish.protect && new Encryption(finish.protect),
    // A standard that wants tags has its own.
    fewerTags: edit.catalog.has('StructTreeRoot') && !wantsTags(finish.conform?.levels ?? []),
  });
}

/**
 * @param foreign takes the forms that are the caller's, which may become any number of bytes.
 * @throws Error when there are not as many stamps as pages.
 */
function addLayers(edit: PdfEdit, { stamps, background, conform: wanted }: Finish, foreign: Set<number>): void {
  const pages = edit.file.pages();
  const layers = new Layers(edit);
  const under = background && new BackgroundLayers(background, edit, wanted !== undefined);
  const stamped = stamps && new Stamps(stamps, pages.length, edit);
  pages.forEach((page, index) => {
    const printed = asDictionary(edit.follow(page));
    const backgrounds = under?.layers(index, pointsOf(printed, edit.file)) ?? [];
    for (const { form } of backgrounds) foreign.add(form.object);
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

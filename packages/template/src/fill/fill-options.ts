/** Options and limits for filling a template. */

import type { Position } from '../parse/partials/positions.js';
import type { TemplateNode, TextNode, ValueNode } from '../parse/template.js';
import type { Formats } from '../values/formats.js';
import type { PageMarks } from '../values/page-marks.js';
import type { BlockNode, EmptyBlockReason } from './empty-blocks.js';
import type { ScalarOnPath } from './scalars.js';
import type { OuterValue } from './scopes.js';

/** A tag and its offset in the template. */
export interface PlacedTag {
  readonly tag: string;
  /** In the template's source. */
  readonly offset: number;
  /** The number, text or boolean whose property the tag asks for. */
  readonly scalar?: ScalarOnPath;
  /** The tag with a similar name that the data has. */
  readonly meant?: string;
}

/** A tag without a value, and its position. */
export interface MissingTag extends Omit<PlacedTag, 'offset'>, Position {}

/** The places in plain text that values are escaped for. */
export type PlainEscape = 'text' | 'name';
/** The language that values are escaped for. */
export type Escape = 'html' | 'css' | PlainEscape;

export interface FillOptions {
  /**
   * `html` (the default) escapes `& < > " '`, and values in `style` elements as CSS. `css` escapes everything that could leave a
   * declaration, in `[[&path]]` too. `text` escapes nothing. `name` is for names of files and folders: in values, separators of folders
   * and characters that disguise a name become `_`.
   */
  escape?: Escape;
  /** The name of the text in error messages. Defaults to `html` or `css`. */
  field?: string;
  /** The largest length of the filled text, in characters. Defaults to 20 Mi. */
  maxLength?: number;
  /** The largest number of steps: tags filled, list items visited, objects searched. Defaults to 5 million. */
  maxSteps?: number;
  /** A budget shared by several texts. The steps done are subtracted from it. */
  budget?: WorkBudget | undefined;
  /** Locale, time zone and translations for filters. */
  formats?: Formats;
  /** The filled document, whose language is used if the request has no locale. Defaults to this text. */
  document?: { readonly text: string };
  /** Marks for page numbers. Without them page numbers cannot be printed. */
  marks?: PageMarks;
  /** Called once for each value tag whose value is missing or null. Not called for sections. */
  onMissing?: (tag: PlacedTag) => void;
  /**
   * Called each time a value tag prints nothing because its value is missing (not null).
   *
   * @param scalar finds the value whose property the tag asks for, at the current place.
   */
  onUndefined?: (node: ValueNode, scalar: () => ScalarOnPath | undefined) => void;
  /**
   * Called when a tag takes a value from outside the list although other items of the list have the field, or although only a
   * section around the list has it: this may be a mistake.
   */
  onOuter?: (node: TemplateNode, whose: OuterValue) => void;
  /** Called when a filter reads a field that no item of its list has. */
  onUnknownField?: (node: TemplateNode) => void;
  /** Called when a tag prints what was probably not meant. @param what what it does and what to write instead. */
  onUnclear?: (node: TemplateNode, what: string) => void;
  /** Called at the end for each block without a value at every place where it was filled. */
  onEmptyBlock?: (node: BlockNode, lost: EmptyBlockReason) => void;
  /** Called before the text is filled again in another language: discard what was reported before. */
  onRestart?: () => void;
  /** Called for every piece of the filled text, with its node in the template and its length. */
  onPiece?: (node: TextNode | ValueNode, length: number) => void;
}

export const DEFAULT_MAX_STEPS = 5_000_000;

/** The number of steps that may be done in the calling thread. */
export class WorkBudget {
  /** @param left steps, see `FillOptions.maxSteps`. */
  constructor(public left: number) {}
}

/** Thrown when a budget is used up. The text may be filled in another thread. */
export class OverBudget extends Error {}

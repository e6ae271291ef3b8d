/** The rules and the result of scanning CSS. */
import type { FontStack } from './font-stacks.js';
import type { CssImport } from './imports.js';
import type { IgnoredPlace, PrintFeature } from './print-css.js';
import type { UsedString } from './strings.js';
import type { TargetReference } from './targets.js';
import type { CssRange } from './tokens.js';

/** A resource that a style sheet would load or draw. */
export interface CssResource extends CssRange {
  /** `url()`, `image-set()`, `element()`, … as messages name it. */
  readonly name: string;
  /** The address as written; empty if it is unknown. */
  readonly target: string;
  /** The family, when the address is a face's. */
  readonly family?: string;
  /** The address that replaces it; undefined if the declaration was made invalid. */
  readonly address?: string;
}

/** A removed face with its own files. */
export interface ReplacedFace extends CssRange {
  readonly family: string;
  /** The addresses of its files as written, except fetched ones. */
  readonly files: readonly string[];
}

/** A limit that the text exceeds. */
export interface CssFault extends CssRange {
  readonly kind: 'nesting' | 'errors';
}

export interface ScannedCss {
  /** The text without imports, which loads nothing. */
  readonly css: string;
  readonly resources: readonly CssResource[];
  readonly imports: readonly CssImport[];
  /** Names of the at-rules, in lower case, without the `@`. */
  readonly atRules: ReadonlySet<string>;
  /** Print CSS that the browser ignores, the first place of each kind. */
  readonly ignored: readonly IgnoredPlace[];
  /** The features that the service provides for the text. */
  readonly features: ReadonlySet<PrintFeature>;
  /** The target functions in the text. */
  readonly references: readonly TargetReference[];
  /** The named strings that its margin boxes print. */
  readonly strings: readonly UsedString[];
  /** The families of its faces. */
  readonly faces: readonly string[];
  /** Faces that are removed because the service has their family. */
  readonly replacedFaces: readonly ReplacedFace[];
  /** Declarations whose families are all missing. */
  readonly stacks: readonly FontStack[];
  /** Lists of families, as written. */
  readonly fontLists: ReadonlySet<string>;
  /** The text that closes everything left open at the end. */
  readonly closers: string;
  readonly fault?: CssFault;
}

export interface CssScanRules {
  /** Returns the replacement address of a resource, the same for the same resource. */
  issue(resource: CssResource): string;
  /** Returns whether an address was issued before, for text that was scanned already. */
  isIssued?(address: string): boolean;
  /** Returns a file of the request, or what is in a data URL, as a data URL; undefined for what may not be loaded. */
  embedded?(target: string, isFont: boolean): string | undefined;
  /** Returns whether the service has a family. A face of that name is removed, so that the service's font is used. */
  hasFont(family: string): boolean;
  /** Whether lists of families end with the fonts of scripts. */
  readonly withScripts?: boolean | undefined;
}

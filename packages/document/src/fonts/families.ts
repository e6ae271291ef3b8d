/**
 * The font families of every installation. `families.json` has their styles and packages. `scripts/start` and the worker's image
 * install them from this list; `fonts/fonts.conf` and docs/fonts.md are generated from it.
 */
import list from './families.json' with { type: 'json' };

interface Family {
  readonly family: string;
  /** Other names of the same design in CSS. */
  readonly aliases?: readonly string[];
  /** Weights, with an `i` for italic ones: `400 700 400i`; for npm packages that name their files otherwise, see `files`. */
  readonly styles?: string;
  /** Style → path in the package. */
  readonly files?: Readonly<Record<string, string>>;
  /** The package that contains it, of either kind. */
  readonly npm?: string;
  readonly debian?: string;
  /** The SPDX licence. Defaults to OFL-1.1. */
  readonly licence?: string;
}

/** A family that replaces others. */
interface StandIn {
  readonly family: string;
  readonly for: readonly string[];
}

export const FAMILIES = list.families as readonly Family[];
export const STAND_INS: readonly StandIn[] = list.standIns;
/** All other families of Noto: lists of suffixes by prefix. */
export const SCRIPTS: Readonly<Record<string, readonly string[]>> = list.scripts;

/** Returns the styles of a family, upright ones first. */
export const stylesOf = ({ styles, files = {} }: Family): string[] => styles?.split(' ') ?? Object.keys(files);

const builtIn: ReadonlySet<string> = new Set(
  [
    ...FAMILIES.flatMap(({ family, aliases = [] }) => [family, ...aliases]),
    ...Object.entries(SCRIPTS).flatMap(([noto, lines]) =>
      lines.flatMap((line) => line.split(', ')).map((script) => `${noto} ${script}`),
    ),
  ].map(normalName),
);

const replaced: ReadonlySet<string> = new Set(STAND_INS.flatMap((one) => one.for).map(normalName));

/**
 * Returns whether a family is installed, under this name or another name of the same design.
 *
 * @param name as in CSS, with or without quotes, in any case.
 */
export const isBuiltInFamily = (name: string): boolean => builtIn.has(normalName(name));

/** Returns whether another family with (nearly) the same widths replaces this one: `Arial`, `Calibri`. */
export const isStandIn = (name: string): boolean => replaced.has(normalName(name));

const printedAs: ReadonlyMap<string, string> = new Map([
  ...FAMILIES.flatMap(({ family, aliases = [] }) => aliases.map((name) => [normalName(name), family] as const)),
  ...STAND_INS.flatMap((one) => one.for.map((name) => [normalName(name), one.family] as const)),
]);

/** Returns the family that is printed for a name, often the same. */
export const printedFamily = (name: string): string => printedAs.get(normalName(name)) ?? name;

/** Returns a name in lower case, with single spaces outside quotes. */
function normalName(name: string): string {
  const trimmed = name.trim();
  const [, , quoted] = /^(["'])(.*)\1$/s.exec(trimmed) ?? [];
  return (quoted ?? trimmed.replace(/\s+/g, ' ')).toLowerCase();
}

/** The families that a document can have. */
export interface FontFamilies {
  /** A key that identifies the set of families. */
  readonly key: string;
  has(family: string): boolean;
  /** Whether lists of families end with the fonts of scripts, see `scriptFaces`. */
  readonly withScripts?: boolean;
  /** Returns whether the machine has the family, too. A face of that name in the document still takes precedence. */
  isOnMachine?(family: string): boolean;
}

export const OUR_FAMILIES: FontFamilies = {
  key: '',
  has: (family) => isBuiltInFamily(family) || isStandIn(family),
};

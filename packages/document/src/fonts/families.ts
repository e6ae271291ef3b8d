/**
 * The font families that every installation has: `families.json` names them, their styles and the packages that bring them.
 * `scripts/start` and the worker's image install from the same list; `fonts/fonts.conf` and docs/fonts.md are made of it.
 */
import list from './families.json' with { type: 'json' };

interface Family {
  readonly family: string;
  /** Other names of the same design, as CSS in use writes them. */
  readonly aliases?: readonly string[];
  /** Weights, with an `i` for italic ones: `400 700 400i`; for npm packages that name their files otherwise, see `files`. */
  readonly styles?: string;
  /** Style → path in the package. */
  readonly files?: Readonly<Record<string, string>>;
  /** The package that brings it, of either kind. */
  readonly npm?: string;
  readonly debian?: string;
  /** SPDX; absent: OFL-1.1. */
  readonly licence?: string;
}

/** A family that is printed in place of others. */
interface StandIn {
  readonly family: string;
  readonly for: readonly string[];
}

export const FAMILIES = list.families as readonly Family[];
export const STAND_INS: readonly StandIn[] = list.standIns;
/** All other families of Noto: by their first words, lists of what follows. */
export const SCRIPTS: Readonly<Record<string, readonly string[]>> = list.scripts;

/** In the order of the list: upright ones first. */
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
 * Whether a family is installed, under this name or as the same design under another.
 *
 * @param name as CSS writes it, with or without quotes, in any case
 */
export const isBuiltInFamily = (name: string): boolean => builtIn.has(normalName(name));

/** Whether another family is printed in place of this one, with the same or nearly the same widths: `Arial`, `Calibri`. */
export const isStandIn = (name: string): boolean => replaced.has(normalName(name));

const printedAs: ReadonlyMap<string, string> = new Map([
  ...FAMILIES.flatMap(({ family, aliases = [] }) => aliases.map((name) => [normalName(name), family] as const)),
  ...STAND_INS.flatMap((one) => one.for.map((name) => [normalName(name), one.family] as const)),
]);

/** @returns the family that is printed for a name that the service has: often the same. */
export const printedFamily = (name: string): string => printedAs.get(normalName(name)) ?? name;

/** Outside of quotes all white space is one space; the case never counts. */
function normalName(name: string): string {
  const trimmed = name.trim();
  const [, , quoted] = /^(["'])(.*)\1$/s.exec(trimmed) ?? [];
  return (quoted ?? trimmed.replace(/\s+/g, ' ')).toLowerCase();
}

/** The families that a document can have. */
export interface FontFamilies {
  /** Tells sets of families apart. */
  readonly key: string;
  has(family: string): boolean;
  /** Whether the machine has it besides: text that names it is printed in it, a face of that name is the document's all the same. */
  isOnMachine?(family: string): boolean;
}

export const OUR_FAMILIES: FontFamilies = {
  key: '',
  has: (family) => isBuiltInFamily(family) || isStandIn(family),
};

/** Finds blocks without a value, which print nothing: their names may be misspelt. */
import { nearestNames } from '@toolpress/contract';
import type { Expression } from '../expressions/expression.js';
import type { FilterScope } from '../filters/filter.js';
import type {
  AssignmentNode,
  ConditionNode,
  LoopNode,
  SectionNode,
  Template,
  TemplateNode,
  ValueNode,
} from '../parse/template.js';
import type { Path } from '../values/path.js';
import type { ScalarOnPath } from './scalars.js';
import type { LostPlace, Scopes } from './scopes.js';

export type BlockNode = SectionNode | ConditionNode | LoopNode | AssignmentNode;

/** The reason why a block has no value. */
export interface EmptyBlockReason {
  /** A similar name in the data. */
  readonly meant?: string;
  /** Whether it is a loop over a value that is not a list, usually a text of JSON. */
  readonly isNoList?: true;
  /** The number, text or boolean whose property it asks for. */
  readonly scalar?: ScalarOnPath;
}

/** The largest number of blocks that are checked. */
const MAX_BLOCKS = 500;
/** The largest number of missing names for which similar ones are searched: as many as messages list. */
const MAX_SEARCHES = 100;

/**
 * Watches blocks while a template is filled. A missing name may be optional: a section is reported only if the data has a similar
 * name that the template does not use. A list is not optional: an empty list is `[]` or null, or the loop has an `[[else]]`.
 */
export class EmptyBlocks {
  /** The reasons of the filled blocks; undefined for a block without a fault. */
  private readonly known = new Map<BlockNode, EmptyBlockReason | undefined>();
  private usedNames: ReadonlySet<string> | undefined;
  private searches = 0;

  constructor(
    private readonly template: Template,
    private readonly scopes: Scopes,
    private readonly work: Pick<FilterScope, 'spend'>,
  ) {}

  /** Records a filled block. @param lacks whether one of its paths has no value. */
  watch(node: BlockNode, lacks: boolean): void {
    if (!lacks) {
      if (this.known.size === 0) return;
      const { isNoList, scalar } = this.known.get(node) ?? {};
      if (!(isNoList || scalar)) this.known.set(node, undefined);
    } else if (this.known.has(node) || this.known.size < MAX_BLOCKS) {
      const scalar = this.known.get(node)?.scalar ?? this.scalarIn(node);
      if (scalar !== undefined) this.known.set(node, { scalar });
      else if (!this.known.has(node)) this.known.set(node, this.lostIn(node));
    }
  }

  /** Records a loop over a value that is not a list. */
  addNoList(node: LoopNode): void {
    if (this.known.size < MAX_BLOCKS) this.known.set(node, { isNoList: true });
  }

  forEach(told: (node: BlockNode, lost: EmptyBlockReason) => void): void {
    for (const [node, lost] of this.known) if (lost !== undefined) told(node, lost);
  }

  /** Returns the first path of a tag that asks a number, text or boolean for a property. */
  scalarIn(node: BlockNode | ValueNode): ScalarOnPath | undefined {
    for (const path of pathsOf(node)) {
      if (path.length === 1) continue;
      this.work.spend(path.length);
      const scalar = this.scopes.scalarOnPath(path);
      if (scalar !== undefined) return scalar;
    }
    return undefined;
  }

  /** Returns a tag with a similar name that the data has, for a tag with a misspelt name. */
  meantBy(node: ValueNode): string | undefined {
    const slip = this.slipIn(this.lostPlaces(node));
    return slip && node.name.replace(slip.name, slip.meant);
  }

  private lostIn(node: BlockNode): EmptyBlockReason | undefined {
    const places = this.lostPlaces(node);
    const slip = this.slipIn(places);
    if (slip !== undefined) return { meant: slip.meant };
    return places.length > 0 && node.kind === 'loop' && node.otherwise.length === 0 ? {} : undefined;
  }

  private lostPlaces(node: BlockNode | ValueNode): LostPlace[] {
    return pathsOf(node).flatMap((path) => this.scopes.lostName(path) ?? []);
  }

  /** Returns the first name that is misspelt, and the name in the data that the template does not use. */
  private slipIn(places: readonly LostPlace[]): { name: string; meant: string } | undefined {
    for (const { name, names } of places) {
      if (++this.searches > MAX_SEARCHES) return undefined;
      const known = names();
      this.work.spend(known.length);
      const meant = nearestNames(name, known).find((near) => isSlip(name, near) && !this.used.has(near));
      if (meant !== undefined) return { name, meant };
    }
    return undefined;
  }

  /** All names in the template: two similar names that are both used are different. */
  private get used(): ReadonlySet<string> {
    this.usedNames ??= new Set(namesIn(this.template.nodes));
    return this.usedNames;
  }
}

/** Names of this length may differ in two adjacent letters; shorter ones in one, or by two swapped letters. */
const LONG = 10;

/** Returns whether a name is a likely misspelling. Names with other numbers (`address1`, `address2`) or words (`total_net`, `total_tax`) are different. */
function isSlip(name: string, other: string): boolean {
  const [one, two] = [lettersOf(name), lettersOf(other)];
  const shorter = Math.min(one.length, two.length);
  let start = 0;
  while (start < shorter && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  const [written, meant] = [one, two].map((letters) => letters.slice(start, letters.length - end)) as [string, string];
  if (/\d/.test(written + meant)) return false;
  const isSwapped = written.length === 2 && written === [...meant].reverse().join('');
  return isSwapped || Math.max(written.length, meant.length) <= (name.length >= LONG ? 2 : 1);
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[_\s-]/g, '');

const pathsOf = (node: BlockNode | ValueNode): readonly (readonly string[])[] =>
  'expression' in node && node.expression !== undefined
    ? node.expression.paths
    : 'path' in node
      ? [marked(node.path)]
      : [];

/** Converts a path to the form of expressions. */
const marked = ({ names: [first = '.', ...rest], fromCurrent }: Path): string[] => [
  fromCurrent && first !== '.' ? `.${first}` : first,
  ...rest,
];

function* namesIn(nodes: readonly TemplateNode[]): Generator<string> {
  for (const node of nodes) {
    if (node.kind === 'text') continue;
    if (node.kind === 'value' || node.kind === 'section') yield* node.path.names;
    const expression: Expression | undefined = 'expression' in node ? node.expression : undefined;
    if (expression) for (const path of expression.paths) yield* path;
    if (node.kind === 'partial') yield* namesIn(node.context ? [node.context, ...node.given] : node.given);
    if ('nodes' in node) {
      yield* namesIn(node.nodes);
      yield* namesIn(node.otherwise);
    }
  }
}

/** Finds names of blocks that the data does not have: a block prints nothing then, which nobody sees. */
import { nearestNames } from '@toolpress/contract';
import type { Expression } from './expressions/expression.js';
import type { FilterScope } from './filters/filter.js';
import type { Path } from './path.js';
import type { AskedScalar } from './scalars.js';
import type { Scopes } from './scopes.js';
import type {
  AssignmentNode,
  ConditionNode,
  LoopNode,
  SectionNode,
  Template,
  TemplateNode,
  ValueNode,
} from './template.js';

export type BlockNode = SectionNode | ConditionNode | LoopNode | AssignmentNode;

/** Why a block has nothing. */
export interface LostName {
  /** What the data has instead; absent where nothing is near. */
  readonly meant?: string;
  /** It is a loop over what is no list: a text that holds JSON, as a rule. */
  readonly isNoList?: true;
  /** It asks a number, a text or a boolean for a property. */
  readonly scalar?: AskedScalar;
}

/** More blocks are not looked at: it takes some time for each. */
const MAX_BLOCKS = 500;
/** Of an object with more names, these are compared. */
const MAX_NAMES = 1_000;

/**
 * A name that is nowhere in the data may be optional: it counts as lost only if the data has a name that is hardly another and that
 * the template does not use. A list is not optional: `[]` and null say that there is none, and so does `[[else]]`.
 */
export class LostNames {
  /** Of blocks that were filled; undefined when nothing is wrong with one. */
  private readonly known = new Map<BlockNode, LostName | undefined>();
  private usedNames: ReadonlySet<string> | undefined;

  constructor(
    private readonly template: Template,
    private readonly scopes: Scopes,
    private readonly work: Pick<FilterScope, 'spend'>,
  ) {}

  /** @param lacks whether the data has nothing at one of the block's paths, where it is filled now. */
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

  /** For a loop over a value that is no list. */
  addNoList(node: LoopNode): void {
    if (this.known.size < MAX_BLOCKS) this.known.set(node, { isNoList: true });
  }

  forEach(told: (node: BlockNode, lost: LostName) => void): void {
    for (const [node, lost] of this.known) if (lost !== undefined) told(node, lost);
  }

  /** The first of a tag's paths that asks for a property what has none, where it is filled now. */
  scalarIn(node: BlockNode | ValueNode): AskedScalar | undefined {
    for (const path of pathsOf(node)) {
      if (path.length === 1) continue;
      this.work.spend(path.length);
      const scalar = this.scopes.askedScalar(path);
      if (scalar !== undefined) return scalar;
    }
    return undefined;
  }

  private lostIn(node: BlockNode): LostName | undefined {
    const places = pathsOf(node).flatMap((path) => this.scopes.lostName(path) ?? []);
    for (const { name, names } of places) {
      const some = names.slice(0, MAX_NAMES);
      this.work.spend(4 * some.length);
      const meant = nearestNames(name, some).find((near) => isSlip(name, near) && !this.used.has(near));
      if (meant !== undefined) return { meant };
    }
    return places.length > 0 && node.kind === 'loop' && node.otherwise.length === 0 ? {} : undefined;
  }

  /** All names in the template: who writes two that are alike means two. */
  private get used(): ReadonlySet<string> {
    this.usedNames ??= new Set(namesIn(this.template.nodes));
    return this.usedNames;
  }
}

/** Names of so many letters may differ in two that follow each other, shorter ones in one, or by two that changed places. */
const LONG = 10;

/** Names with other numbers, `address1` and `address2`, are different ones; so are `total_net` and `total_tax`. */
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

/** As paths of expressions are. */
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

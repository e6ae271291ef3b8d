/** Fills a template with data. */
import { type Json, ServiceError } from '@toolpress/contract';
import { ONLY_IN_HTML, type PageMarks } from '../references/page-marks.js';
import { escapeCss, escapeHtml } from './escape.js';
import { type Expression, ExpressionContext, type ExpressionScope } from './expressions/expression.js';
import { invalidTag } from './faults.js';
import { Formats } from './formats.js';
import { languageOf } from './language.js';
import { type BlockNode, type LostName, LostNames } from './lost-names.js';
import { PageNumber } from './page-number.js';
import { type Position, Positions } from './partials/positions.js';
import type { AskedScalar } from './scalars.js';
import { type OuterValue, Scopes } from './scopes.js';
import type {
  AssignmentNode,
  ConditionNode,
  LoopNode,
  PartialNode,
  SectionNode,
  Template,
  TemplateNode,
  TextNode,
  ValueNode,
} from './template.js';
import { isTrue, MAX_TEXT_LENGTH, Markup, TagFault, type TemplateData, textOf, type Value } from './values.js';

/** A tag that found no value: the path as it was written, and its position. */
export interface MissingTag extends Position {
  readonly tag: string;
  /** What it asked for a property. */
  readonly scalar?: AskedScalar;
}

/** The language that values are escaped for. */
type Escape = 'html' | 'css';

export interface FillOptions {
  /**
   * `html` (the default) escapes `& < > " '`, and as CSS what stands in a `style` element; `css` escapes whatever could leave a
   * declaration, in `[[&path]]` too.
   */
  escape?: Escape;
  /** What errors call the text; `html` or `css` unless given. */
  field?: string;
  /** Maximum length of the filled text, characters; 20 MiB unless given. Nested sections multiply. */
  maxLength?: number;
  /** Maximum work: tags filled, list items visited, objects searched; 5 million unless given. */
  maxSteps?: number;
  /** What several texts may take together; the work done is taken from it. */
  budget?: WorkBudget | undefined;
  /** How filters write numbers, dates, texts of other languages. */
  formats?: Formats;
  /** The filled document, whose language decides when the request names no locale; this text itself unless given. */
  document?: { readonly text: string };
  /** Stand for numbers of pages; without them none can be printed. */
  marks?: PageMarks;
  /** Called once for each value tag for which the data has nothing or null. Sections may have nothing. */
  onMissing?: (tag: MissingTag, offset: number) => void;
  /**
   * Called each time that a value tag prints nothing because the data has nothing there, not even null.
   *
   * @param scalar finds what it asked for a property, where it is filled now.
   */
  onUndefined?: (node: ValueNode, scalar: () => AskedScalar | undefined) => void;
  /**
   * Called when a tag takes a value from outside of the list whose item it is filled for, although other items of the list have
   * one of their own, or although only a section around the list has one: it may not be meant.
   */
  onOuter?: (node: TemplateNode, whose: OuterValue) => void;
  /** Called when a filter asks for a field that no item of its list has. */
  onUnknownField?: (node: TemplateNode) => void;
  /** Called at the end for each block that the data has nothing for, wherever it was filled. */
  onLost?: (node: BlockNode, lost: LostName) => void;
  /** Called when all that was told of is void: the text is filled once more, in another language. */
  onRestart?: () => void;
  /** Called for every piece added to the filled text: the node of the template that it comes from, and its length. */
  onPiece?: (node: TextNode | ValueNode, length: number) => void;
}

export const DEFAULT_MAX_STEPS = 5_000_000;

/** How much work may be done where others wait for it to end. */
export class WorkBudget {
  /** @param left steps, see `FillOptions.maxSteps`. */
  constructor(public left: number) {}
}

/** Thrown when a budget is used up. The same text may be filled elsewhere. */
export class OverBudget extends Error {}

/**
 * Fills a template. Inserted values are not searched for tags.
 *
 * Texts, numbers, `true` and `false` print as they are, an object or a list as JSON; null and missing values print
 * nothing. Only the data's own fields count, never inherited ones.
 *
 * @param data as the request carries it, nested no deeper than the contract's `MAX_JSON_DEPTH`.
 * @throws ServiceError `template_invalid` when a limit is reached, naming it. NeedsPages when it computes with `PageNumber`s of
 *   headers and footers.
 */
export function fillTemplate(template: Template, data: TemplateData | undefined, options: FillOptions = {}): string {
  const filling = new Filling(template, data, options);
  const text = filling.run();
  if (!filling.isInOtherLanguage(text)) return text;
  options.onRestart?.();
  return new Filling(template, data, options).run();
}

class Filling implements ExpressionScope {
  private readonly parts: string[] = [];
  private length = 0;
  private steps = 0;
  /** For errors. */
  private current: TemplateNode | undefined;
  private readonly scopes: Scopes;
  private readonly language: Escape;
  private readonly maxLength: number;
  private readonly maxSteps: number;
  /** The number of steps at which it ends: a limit's or a budget's. */
  private readonly lastStep: number;
  private readonly reported = new Set<ValueNode>();
  private positions: Positions | undefined;
  private knownContext: ExpressionContext | undefined;
  private readonly lostNames: LostNames;
  /** A format was needed before the `html` tag was there: `let` may stand first in a template. */
  private isGuessed = false;

  constructor(
    private readonly template: Template,
    data: TemplateData | undefined,
    private readonly options: FillOptions,
  ) {
    const all = (data ?? null) as Json; // numbers of pages are values as well, whatever they stand in
    this.scopes = new Scopes(all, this, (name, whose) => this.tellOuter(name, whose));
    this.lostNames = new LostNames(template, this.scopes, this);
    this.language = options.escape ?? 'html';
    this.maxLength = options.maxLength ?? MAX_TEXT_LENGTH;
    this.maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
    this.lastStep = Math.min(this.maxSteps, options.budget?.left ?? this.maxSteps);
    this.checkFaults(all);
  }

  run(): string {
    try {
      this.fill(this.template.nodes);
      if (this.options.onLost) this.lostNames.forEach(this.options.onLost);
    } catch (error) {
      if (error instanceof TagFault && this.current) throw this.invalid(this.current, error.message);
      if (error instanceof RangeError && this.current) throw this.invalid(this.current, TOO_LARGE);
      throw error;
    } finally {
      if (this.options.budget) this.options.budget.left -= this.steps;
    }
    // Half a character is written by no encoding: what is checked would not be what is printed.
    return this.parts.join('').toWellFormed();
  }

  /** For expressions. */
  find(name: string): Value {
    return this.scopes.find(name);
  }

  lack(): void {
    const node = this.current;
    const hasDefault = node !== undefined && 'expression' in node && node.expression?.hasDefault;
    if (node !== undefined && !hasDefault) this.options.onUnknownField?.(node);
  }

  get formats(): Formats {
    const { formats = DEFAULT_FORMATS, document } = this.options;
    if (formats.hasLocale || this.isGuessed) return formats;
    const language = languageOf(document?.text ?? this.parts.join(''));
    if (language === undefined && document === undefined) this.isGuessed = true;
    else formats.learnLocale(language);
    return formats;
  }

  /** Whether the filled text says that its formats are of another language than it was filled with. */
  isInOtherLanguage(text: string): boolean {
    const { formats } = this.options;
    if (formats === undefined || !this.isGuessed) return false;
    const guess = formats.locale;
    formats.learnLocale(languageOf(text));
    return formats.locale !== guess;
  }

  spend(steps: number): void {
    this.steps += steps;
    if (this.steps <= this.lastStep) return;
    if (this.steps <= this.maxSteps) throw new OverBudget();
    throw this.overLimit(`takes more than ${this.maxSteps} steps to fill; its sections repeat too often`);
  }

  /** A tag that can't be evaluated may be the exact text of a key of the data, which wins. */
  private checkFaults(data: Json): void {
    const { faults } = this.template;
    if (faults.length === 0) return;
    const names = new Set(faults.map(({ name }) => name));
    forEachKey(data, (key) => names.delete(key));
    const faulty = faults.find(({ name }) => names.has(name));
    if (faulty !== undefined) throw this.invalid(faulty, faulty.expression?.fault ?? '');
  }

  private fill(nodes: readonly TemplateNode[]): void {
    for (const node of nodes) {
      this.spend(1);
      if (node.kind === 'text') {
        this.print(node.text, node);
        continue;
      }
      this.current = node;
      if (node.kind === 'value') this.fillValue(node);
      else if (node.kind === 'section') this.fillSection(node);
      else if (node.kind === 'condition') this.fillCondition(node);
      else if (node.kind === 'loop') this.fillLoop(node);
      else if (node.kind === 'partial') this.fillPartial(node);
      else this.scopes.assign(node.variable, this.evaluateBlock(node));
    }
  }

  private fillValue(node: ValueNode): void {
    const value = this.scopes.at(node.path);
    if (value === undefined) this.fillOther(node);
    else {
      if (value === null) this.reportMissing(node);
      this.print(this.escaped(node, value), node);
    }
  }

  /** There is nothing at the path: it is an expression, or no tag, or the data lacks it. */
  private fillOther(node: ValueNode): void {
    const { path, expression, head } = node;
    const isTag = head === undefined ? path.certain : this.scopes.at(head) !== undefined;
    const { known, lacks } = isTag && expression ? this.evaluateTag(expression) : NOTHING;
    if (lacks) this.reportMissing(node);
    if (known === undefined && isTag) this.options.onUndefined?.(node, () => this.lostNames.scalarIn(node));
    this.print(isTag ? this.escaped(node, known) : node.written, node);
  }

  /**
   * A filter may make something of nothing, such as the sum of a list that is not there: it is missing all the same, unless a
   * `default` says what to print.
   */
  private evaluateTag(expression: Expression): Evaluated {
    const context = this.context();
    context.lacks = undefined;
    const known = this.evaluate(expression);
    const lacks = expression.hasDefault ? undefined : context.lacks;
    const printsNothing = known === undefined || known === null || known === '';
    return {
      known: printsNothing && lacks === 'nothing' ? undefined : known,
      lacks: lacks !== undefined || known === undefined || known === null,
    };
  }

  /** Values in `css` are always escaped: unescaped text could leave its declaration. */
  private escaped(node: ValueNode, value: Value): string {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value); // nothing to escape in any language
    if (value instanceof PageNumber) return this.markOf(value, node);
    const text = textOf(value);
    if (this.language === 'css') return escapeCss(text);
    if (node.raw) return text;
    if (this.template.inStyle.has(node)) return escapeCss(text);
    return value instanceof Markup ? text : escapeHtml(text);
  }

  /** @throws TagFault or NeedsPages where a number can't be put in later: in CSS, it may change what is around it. */
  private markOf(number: PageNumber, node: ValueNode): string {
    const { marks } = this.options;
    const isCss = this.language === 'css' || this.template.inStyle.has(node);
    if (marks !== undefined && !isCss) return marks.markOf(number);
    if (number.kind !== 'element') number.refuse();
    throw new TagFault(ONLY_IN_HTML);
  }

  private fillSection(node: SectionNode): void {
    const { path, inverted, nodes, otherwise } = node;
    const value = this.scopes.at(path);
    this.lostNames.watch(node, value === undefined);
    if (isTrue(value) === inverted) this.fill(otherwise);
    else if (inverted) this.fill(nodes);
    else if (Array.isArray(value)) this.scopes.forEach(value, true, () => this.fill(nodes));
    else this.scopes.forEach([value], false, () => this.fill(nodes));
  }

  private fillCondition(node: ConditionNode): void {
    this.fill(isTrue(this.evaluateBlock(node)) ? node.nodes : node.otherwise);
  }

  private fillLoop(node: LoopNode): void {
    const { nodes, otherwise } = node;
    const value = this.evaluateBlock(node);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Markup);
    const keys = isObject ? Object.keys(value) : undefined;
    const items = isObject ? Object.values(value) : Array.isArray(value) ? value : [];
    if (items.length === 0) {
      if (isTrue(value) && !isObject && !Array.isArray(value)) this.lostNames.addNoList(node);
      this.fill(otherwise);
    } else this.scopes.forEach(items, true, () => this.fill(nodes), keys);
  }

  private fillPartial({ key, context, given, nodes }: PartialNode): void {
    if (this.scopes.at(key.path) !== undefined) {
      this.fillValue(key);
      return;
    }
    const evaluated = (node: AssignmentNode): Value => {
      this.current = node;
      return this.evaluateBlock(node);
    };
    const values = new Map(given.map((node) => [node.variable, evaluated(node) ?? null]));
    const section = context && { value: evaluated(context) };
    this.scopes.withNames(values, section, () => this.fill(nodes));
  }

  private evaluateBlock(node: ConditionNode | LoopNode | AssignmentNode): Value {
    const context = this.context();
    context.lacks = undefined;
    const value = this.evaluate(node.expression);
    this.lostNames.watch(node, context.lacks === 'nothing' && !node.expression.hasDefault);
    return value;
  }

  private context(): ExpressionContext {
    this.knownContext ??= new ExpressionContext(this);
    return this.knownContext;
  }

  private evaluate(expression: Expression): Value {
    return expression.evaluate(this.context());
  }

  private print(text: string, node: TextNode | ValueNode): void {
    this.options.onPiece?.(node, text.length);
    this.length += text.length;
    if (this.length > this.maxLength)
      throw this.overLimit(`would be longer than ${this.maxLength} characters when filled`);
    this.parts.push(text);
  }

  private invalid({ offset }: { offset: number }, fault: string): ServiceError {
    return invalidTag(this.template.source, offset, fault, this.options.field ?? this.language);
  }

  private overLimit(fault: string): ServiceError {
    return new ServiceError('template_invalid', `\`${this.options.field ?? this.language}\` ${fault}.`);
  }

  private reportMissing(node: ValueNode): void {
    const { onMissing } = this.options;
    if (onMissing === undefined || this.reported.has(node)) return;
    this.reported.add(node);
    this.positions ??= new Positions(this.template.source);
    const { name: tag, offset } = node;
    const scalar = this.lostNames.scalarIn(node);
    onMissing({ tag, ...(scalar && { scalar }), ...this.positions.at(offset) }, offset);
  }

  /** What a filter is given, or a value is compared with, may be of the section; what a tag is for is the item's. */
  private tellOuter(name: string, whose: OuterValue): void {
    const node = this.current;
    if (node !== undefined && (whose === 'ofSome' || subjectOf(node) === name)) this.options.onOuter?.(node, whose);
  }
}

/** @returns the first name of the value that a tag prints, loops over or asks whether it is there. */
function subjectOf(node: TemplateNode): string | undefined {
  if ('expression' in node && node.expression !== undefined) return node.expression.subject;
  return 'path' in node ? node.path.names[0] : undefined;
}

interface Evaluated {
  readonly known: Value;
  readonly lacks: boolean;
}

const NOTHING: Evaluated = { known: undefined, lacks: true };

/** A list in a list, and so on: filters make deeper ones than any data has. JavaScript's own limits tell. */
const TOO_LARGE = 'makes a value that is too large, or that is nested too deep';

const DEFAULT_FORMATS = new Formats({ locale: 'en' });

/** The keys of all objects in the data. */
function forEachKey(data: Json, found: (key: string) => void): void {
  if (typeof data !== 'object' || data === null) return;
  if (!Array.isArray(data)) for (const key of Object.keys(data)) found(key);
  for (const value of Object.values(data)) forEachKey(value, found);
}

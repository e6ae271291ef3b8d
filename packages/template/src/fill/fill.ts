/** Fills a template with data. */
import { type Json, type JsonObject, ServiceError } from '@toolpress/contract';
import { type Expression, ExpressionContext, type ExpressionScope } from '../expressions/expression.js';
import { invalidTag } from '../parse/faults.js';
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
} from '../parse/template.js';
import { escapeCss, escapeHtml, escapeName } from '../values/escape.js';
import { Formats } from '../values/formats.js';
import { ONLY_IN_HTML } from '../values/page-marks.js';
import { PageNumber } from '../values/page-number.js';
import {
  digitsOf,
  isEmptyList,
  isTrue,
  MAX_TEXT_LENGTH,
  Markup,
  structureIn,
  TagFault,
  type TemplateData,
  textOf,
  type Value,
} from '../values/values.js';
import { EmptyBlocks } from './empty-blocks.js';
import { DEFAULT_MAX_STEPS, type Escape, type FillOptions, OverBudget } from './fill-options.js';
import { languageOf } from './language.js';
import { type OuterValue, Scopes } from './scopes.js';

/**
 * Fills a template. Inserted values are not searched for tags.
 *
 * Texts, numbers, `true` and `false` print as they are, a list of one of them as that one, other lists and objects as JSON. Null,
 * missing values and empty lists print nothing. Only own properties of the data are read, never inherited ones.
 *
 * @param data the request's data, nested at most `MAX_JSON_DEPTH` deep.
 * @throws ServiceError `template_invalid` for an invalid tag or if a limit is reached. NeedsPages if a header or footer computes
 *   with page numbers.
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
  /** The number of steps at which filling stops, by the limit or the budget. */
  private readonly lastStep: number;
  private readonly reported = new Set<ValueNode>();
  private knownContext: ExpressionContext | undefined;
  private knownEmptyBlocks: EmptyBlocks | undefined;
  /** Whether a format was used before the `html` tag was filled, as by a `let` at the start. */
  private isGuessed = false;

  constructor(
    private readonly template: Template,
    data: TemplateData | undefined,
    private readonly options: FillOptions,
  ) {
    const all = (data ?? null) as Json; // page numbers are values, too
    this.scopes = new Scopes(all, this, (name, whose) => this.tellOuter(name, whose));
    this.language = options.escape ?? 'html';
    this.maxLength = options.maxLength ?? MAX_TEXT_LENGTH;
    this.maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
    this.lastStep = Math.min(this.maxSteps, options.budget?.left ?? this.maxSteps);
    this.checkFaults(all);
  }

  run(): string {
    try {
      this.fill(this.template.nodes);
      if (this.options.onEmptyBlock) this.knownEmptyBlocks?.forEach(this.options.onEmptyBlock);
    } catch (error) {
      if (error instanceof TagFault && this.current) throw this.invalid(this.current, error.message);
      if (error instanceof RangeError && this.current) throw this.invalid(this.current, TOO_LARGE);
      throw error;
    } finally {
      if (this.options.budget) this.options.budget.left -= this.steps;
    }
    // Lone surrogates cannot be encoded: the checked text would differ from the printed one.
    return this.parts.join('').toWellFormed();
  }

  /** For expressions. */
  find(name: string): Value {
    return this.scopes.find(name);
  }

  warn(what: string): void {
    if (this.current !== undefined) this.options.onUnclear?.(this.current, what);
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

  /** Returns whether the filled text declares another language than the one its formats used. */
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

  /** Throws the first fault of a tag, unless the data has a key with the tag's exact text. */
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
      if (value === null || isEmptyList(value)) this.reportMissing(node);
      this.print(this.escaped(node, value), node);
    }
  }

  /**
   * Fills a tag whose path has no value: an expression, text that is not a tag, or a missing value. Prose in brackets is text in a document,
   * where it is seen. In a name or a password it would not be: there each path is a tag.
   */
  private fillOther(node: ValueNode): void {
    const { path, expression, head } = node;
    const isTag = isPlain(this.language) || (head === undefined ? path.certain : this.scopes.at(head) !== undefined);
    const { known, lacks } = isTag && expression ? this.evaluateTag(expression) : NOTHING;
    if (lacks) this.reportMissing(node);
    if (known === undefined && isTag) this.options.onUndefined?.(node, () => this.emptyBlocks.scalarIn(node));
    this.print(isTag ? this.escaped(node, known) : node.written, node);
  }

  /**
   * A filter may return a value for a missing input, such as the sum of a missing list. It counts as missing unless the tag has a
   * `default`.
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

  /** Returns the escaped value. In `css` every value is escaped: unescaped text could leave its declaration. */
  private escaped(node: ValueNode, value: Value): string {
    // Nothing to escape in any language.
    if (typeof value === 'number') return digitsOf(value);
    if (typeof value === 'boolean') return String(value);
    if (value instanceof PageNumber) return this.markOf(value, node);
    if (typeof value === 'object' && structureIn(value)) this.warn(describeStructure(node.name, value));
    if (value instanceof Markup && isPlain(this.language)) throw new TagFault(NO_MARKUP);
    const text = textOf(value);
    if (this.language === 'css') return escapeCss(text);
    if (this.language === 'name') return escapeName(text);
    if (this.language === 'text') return text;
    if (node.raw) return text;
    if (this.template.inStyle.has(node)) return escapeCss(text);
    return value instanceof Markup ? text : escapeHtml(text);
  }

  /** @throws TagFault or NeedsPages in CSS, where a number cannot be inserted later. */
  private markOf(number: PageNumber, node: ValueNode): string {
    const { marks } = this.options;
    const isCss = this.language === 'css' || this.template.inStyle.has(node);
    if (marks !== undefined && !isCss) return marks.markOf(number);
    if (isPlain(this.language)) throw new TagFault(ONLY_IN_HTML);
    if (number.kind !== 'element') number.refuse();
    throw new TagFault(ONLY_IN_HTML);
  }

  private fillSection(node: SectionNode): void {
    const { path, inverted, nodes, otherwise } = node;
    const value = this.scopes.at(path);
    const bare = value === undefined && !inverted ? BARE.get(node.name) : undefined;
    if (bare !== undefined) throw this.invalid(node, bare);
    this.emptyBlocks.watch(node, value === undefined);
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
      if (isTrue(value) && !isObject && !Array.isArray(value)) this.emptyBlocks.addNoList(node);
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
    this.emptyBlocks.watch(node, context.lacks === 'nothing' && !node.expression.hasDefault);
    return value;
  }

  private get emptyBlocks(): EmptyBlocks {
    this.knownEmptyBlocks ??= new EmptyBlocks(this.template, this.scopes, this);
    return this.knownEmptyBlocks;
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
    const { name: tag, offset } = node;
    const scalar = this.emptyBlocks.scalarIn(node);
    const meant = scalar === undefined ? this.emptyBlocks.meantBy(node) : undefined;
    onMissing({ tag, offset, ...(scalar && { scalar }), ...(meant && { meant }) });
  }

  /** Reports an outer value. Arguments of filters and comparisons may come from a section; the subject of a tag should be the item's. */
  private tellOuter(name: string, whose: OuterValue): void {
    const node = this.current;
    if (node !== undefined && (whose === 'ofSome' || subjectOf(node) === name)) this.options.onOuter?.(node, whose);
  }
}

/** Returns the first name of the value that a tag prints, loops over or tests. */
function subjectOf(node: TemplateNode): string | undefined {
  if ('expression' in node && node.expression !== undefined) return node.expression.subject;
  return 'path' in node ? node.path.names[0] : undefined;
}

interface Evaluated {
  readonly known: Value;
  readonly lacks: boolean;
}

/** Faults of blocks without what they test or visit. Data may have these names. */
const BARE = new Map([
  ['if', 'has no condition: write one after `if`, as in `[[#if paid]]…[[/if]]`'],
  ['each', 'has no list: write it after `each`, as in `[[#each rows]]…[[/each]]`'],
]);

const isPlain = (language: Escape): boolean => language === 'text' || language === 'name';

const NO_MARKUP = 'makes HTML, which a plain text can’t have';

const NOTHING: Evaluated = { known: undefined, lacks: true };

/** Describes what prints as JSON, and what to write instead. Quotes a name of the data, but no value. */
function describeStructure(name: string, value: Value): string {
  if (Array.isArray(value))
    return 'prints a list as JSON: write `| join: ", "`, or `[[#each …]]`, or `| json` if JSON is meant';
  const [field] = Object.keys(value as JsonObject).filter((key) => PLAIN_NAME.test(key));
  const path = field === undefined || !PLAIN_PATH.test(name) ? 'a field' : `\`[[${name}.${field}]]\``;
  return `prints an object as JSON: write ${path}, or \`| json\` if JSON is meant`;
}

const PLAIN_NAME = /^\w{1,40}$/;
const PLAIN_PATH = /^[\w.]{1,60}$/;

/** Filters can nest lists deeper than any data; JavaScript's own limits stop them. */
const TOO_LARGE = 'makes a value that is too large, or nested too deeply';

const DEFAULT_FORMATS = new Formats({ locale: 'en' });

/** Calls `found` with the keys of all objects in the data. */
function forEachKey(data: Json, found: (key: string) => void): void {
  if (typeof data !== 'object' || data === null) return;
  if (!Array.isArray(data)) for (const key of Object.keys(data)) found(key);
  for (const value of Object.values(data)) forEachKey(value, found);
}

/** Says for each tag of another template language what to write instead, and whether that is certain. */
import { negated, type Written, written, writtenChoice } from './expressions.js';
import { type Engine, engineOf, type FoundTag, tagsIn } from './find-tags.js';
import { type Frame, Scope } from './scope.js';
import { type Statement, statementOf } from './statements.js';
import { type Syntax, Unclear } from './syntax-tree.js';

export interface ForeignTag {
  from: number;
  to: number;
  /** The tag as it is. */
  tag: string;
  /** The tag to write; undefined if it can't be converted. */
  write: string | undefined;
  /** Whether the new tag prints the same. */
  isSure: boolean;
  /** What to do or to look at. */
  says: string | undefined;
}

export interface ForeignText {
  engine: Engine;
  tags: ForeignTag[];
}

/** Returns the tags of another template language in a text; undefined if it has none. */
export function foreignTags(text: string): ForeignText | undefined {
  const engine = engineOf(text);
  if (engine === undefined) return undefined;
  const found = tagsIn(text, engine);
  if (found.length === 0) return undefined;
  const converter = new Converter(engine);
  const tags = found.map((tag) => converter.convert(tag, text.slice(tag.from, tag.to)));
  converter.end();
  return { engine, tags };
}

/** Returns the changes of a text that convert the tags that are certain. */
export const certainChanges = ({ tags }: ForeignText): { from: number; to: number; insert: string }[] =>
  tags.flatMap(({ from, to, write, isSure }) => (isSure && write !== undefined ? [{ from, to, insert: write }] : []));

interface OpenFrame extends Frame {
  /** The tags of the block: what opens it, its `else`, what closes it. */
  tags: ForeignTag[];
}

/** A path with a name such as `first-name`, which other languages read as a difference. */
const DASHED = /^[\w-]+(?:\.[\w-]+)*$/;
const WITH_DASHES: readonly Engine[] = ['Handlebars', 'Mustache', 'Word', 'Carbone'];

type Result = Partial<Pick<ForeignTag, 'write' | 'isSure' | 'says'>>;
type Opening = Extract<Statement, { kind: 'if' | 'each' | 'section' }>;

class Converter {
  private readonly scope: Scope;
  private readonly syntax: Syntax;
  private readonly open: OpenFrame[];

  private readonly hasDashes: boolean;

  constructor(private readonly engine: Engine) {
    this.hasDashes = WITH_DASHES.includes(engine);
    // Their names are searched in the item first, as here.
    this.scope = new Scope(['Handlebars', 'Mustache', 'Go', 'Word', 'Carbone'].includes(engine));
    this.open = this.scope.frames as OpenFrame[];
    this.syntax = {
      hasHelpers: engine === 'Handlebars' || engine === 'Go',
      joinsByDot: engine === 'PHP' || engine === 'Blade',
      hasBareMethods: engine === 'ERB',
    };
  }

  convert(found: FoundTag, tag: string): ForeignTag {
    const one: ForeignTag = { from: found.from, to: found.to, tag, write: undefined, isSure: false, says: undefined };
    const statement = statementOf(found, this.engine);
    const isOpening = statement.kind === 'if' || statement.kind === 'each' || statement.kind === 'section';
    try {
      Object.assign(one, isOpening ? this.opening(statement, one) : this.written(statement, one));
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      one.says = error.message;
      if (isOpening) this.enter({ ...statement, end: '', isSure: false }, one);
    }
    return one;
  }

  /** Ends the text. Blocks that are not closed can't be converted. */
  end(): void {
    for (const { tags } of this.open) {
      for (const tag of tags) {
        tag.isSure = false;
        tag.says ??= 'it is never closed';
      }
    }
  }

  private enter({ kind, end, isSure, ...names }: Frame, tag: ForeignTag): void {
    const { item, index, key } = names;
    this.open.push({ kind, end, isSure, item, index, key, tags: [tag] });
  }

  private expression(text: string, isCondition = false): Written {
    if (this.hasDashes && text.includes('-') && DASHED.test(text)) {
      const [base = '', ...steps] = text.split('.');
      return { text: this.scope.resolve(base, steps) };
    }
    return written(text, this.scope, this.syntax, isCondition);
  }

  private opening(statement: Opening, tag: ForeignTag): Result {
    if (statement.kind === 'if') {
      const { text, doubt } = this.expression(statement.test, true);
      const test = statement.isNegated ? negated(text) : text;
      return this.begun({ kind: 'if', end: '[[/if]]', isSure: true }, tag, `[[#if ${test}]]`, doubt);
    }
    if (statement.kind === 'section') {
      const { text: name } = this.expression(statement.name);
      const sign = statement.isInverted ? '^' : '#';
      const kind = statement.isInverted ? 'if' : 'section';
      return this.begun({ kind, end: `[[/${name}]]`, isSure: true }, tag, `[[${sign}${name}]]`);
    }
    const { list, item, index, key } = statement;
    const { text, doubt } = this.expression(list);
    return this.begun(
      { kind: 'each', end: '[[/each]]', item, index, key, isSure: true },
      tag,
      `[[#each ${text}]]`,
      doubt,
    );
  }

  private begun(frame: Frame, tag: ForeignTag, write: string, doubt?: string): Result {
    const isSure = doubt === undefined && this.scope.isSure;
    this.enter({ ...frame, isSure }, tag);
    return { write, isSure, says: doubt };
  }

  private written(statement: Exclude<Statement, Opening>, tag: ForeignTag): Result {
    switch (statement.kind) {
      case 'print':
        return this.printed(statement.value, statement.isRaw);
      case 'else if': {
        const { text, doubt } = this.expression(statement.test, true);
        return this.inBlock(tag, `[[else if ${text}]]`, doubt);
      }
      case 'else':
        return this.inBlock(tag, '[[else]]');
      case 'end':
        return this.ending();
      case 'let': {
        const { text, doubt } = this.expression(statement.value);
        this.scope.variables.add(statement.name);
        return this.sure(`[[let ${statement.name} = ${text}]]`, doubt);
      }
      case 'include':
        return {
          write: `[[var:${statement.name}]]`,
          says: `save that part as a template named \`${statement.name}\``,
        };
      case 'comment':
        return statement.text.includes(']]') ? { says: 'delete it' } : this.sure(`[[! ${statement.text} ]]`);
      case 'unclear':
        if (statement.opens !== undefined)
          this.enter({ kind: statement.opens === 'scope' ? 'scope' : 'if', end: '', isSure: false }, tag);
        return { says: statement.says };
    }
  }

  private sure(write: string, doubt?: string): Result {
    return { write, isSure: doubt === undefined && this.scope.isSure, says: doubt };
  }

  private printed(value: string, isRaw = false): Result {
    const choice = /\?|\belse\b/.test(value) ? writtenChoice(value, this.scope, this.syntax) : undefined;
    if (choice !== undefined) return this.sure(choice.text, choice.doubt);
    const { text, doubt, isRaw: isUnescaped } = this.expression(value);
    return this.sure(isRaw || isUnescaped ? `[[&${text}]]` : `[[${text}]]`, doubt);
  }

  /** Writes an `else`, whose block must be converted with it. */
  private inBlock(tag: ForeignTag, write: string, doubt?: string): Result {
    const block = this.open.at(-1);
    if (block === undefined) throw new Unclear('it is in no block');
    block.tags.push(tag);
    if (doubt !== undefined) this.leave(block);
    return { write, isSure: block.isSure && doubt === undefined, says: doubt };
  }

  private ending(): Result {
    const block = this.open.pop();
    if (block === undefined) throw new Unclear('it closes nothing');
    const isSure = block.isSure && this.scope.isSure;
    return {
      write: block.end || undefined,
      isSure,
      says: block.end === '' ? 'it closes what can’t be converted' : undefined,
    };
  }

  /** Leaves a whole block to the author, because a part of it is in doubt. */
  private leave(block: OpenFrame): void {
    block.isSure = false;
    for (const tag of block.tags) tag.isSure = false;
  }
}

/**
 * Takes the place of `@codemirror/lang-javascript` in the bundle: templates run no scripts, so theirs have no colors. It would be a
 * seventh of the editor.
 */
import { type Input, NodeType, Parser, type PartialParse, Tree } from '@lezer/common';

/** Returns all of a text as one node without a name. */
class PlainParser extends Parser {
  override createParse(
    _input: Input,
    _fragments: unknown,
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    const from = ranges[0]?.from ?? 0;
    const to = ranges.at(-1)?.to ?? from;
    return {
      parsedPos: to,
      stoppedAt: null,
      stopAt: () => {},
      advance: () => new Tree(NodeType.none, [], [], to - from),
    };
  }

  configure(): this {
    return this;
  }
}

const plain = { parser: new PlainParser() };

export { plain as javascriptLanguage, plain as jsxLanguage, plain as tsxLanguage, plain as typescriptLanguage };

export const javascript = (): { support: [] } => ({ support: [] });

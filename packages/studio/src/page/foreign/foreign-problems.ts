/** The tags of other template languages as problems of the text. */
import type { Problem } from '../problems/problems.js';
import type { ForeignTag, ForeignText } from './convert.js';

/** The largest number of tags that are listed. */
const MOST = 100;
/** The longest tag that is shown, in characters. */
const MOST_SHOWN = 80;

/** Returns a problem for each tag at its line. The last one counts those that are not listed. */
export function foreignProblems(text: string, { engine, tags }: ForeignText): Problem[] {
  const places = new Places(text);
  const problems = tags.slice(0, MOST).map(
    (tag): Problem => ({
      kind: 'warning',
      part: 'html',
      message: messageOf(tag, engine),
      ...places.at(tag.from),
    }),
  );
  const rest = tags.length - problems.length;
  if (rest > 0) problems.push({ kind: 'warning', message: `${rest} more tags of ${engine} are not listed.` });
  return problems;
}

function messageOf({ tag, write, isSure, says }: ForeignTag, engine: string): string {
  const whole = tag.replace(/\s+/g, ' ').replaceAll('`', '');
  const shown = whole.length > MOST_SHOWN ? `${whole.slice(0, MOST_SHOWN)}…` : whole;
  const instead = write === undefined ? (says ?? 'delete it') : `write \`${write}\``;
  const look = write === undefined || isSure || says === undefined ? '' : `; ${says}`;
  const effect = engine === 'wkhtmltopdf' ? 'is not filled' : 'is printed as text';
  return `\`${shown}\` is a tag of ${engine}, which ${effect}: ${instead}${look}.`;
}

/** Counts lines and columns. Offsets ascend. */
class Places {
  private line = 1;
  private lineStart = 0;

  constructor(private readonly text: string) {}

  at(offset: number): { line: number; column: number } {
    for (let end = this.text.indexOf('\n', this.lineStart); end >= 0 && end < offset; ) {
      this.line += 1;
      this.lineStart = end + 1;
      end = this.text.indexOf('\n', this.lineStart);
    }
    return { line: this.line, column: offset - this.lineStart + 1 };
  }
}

/**
 * Adds blanks where lines end. Browsers leave them out, so a reader that follows the tags joins the last word of a line with the first word
 * of the next. The blanks are drawn invisibly. Where the font has no blank, it is part of the last letter's text (ISO 32000-1, 14.9.4).
 */

import { type FontCharacters, glyphText, stringOf } from '@toolpress/pdf/edit';
import { INLINE } from './blocks.js';
import { blankBehind, type End, type Given, type Place, softHyphen } from './line-end-patches.js';
import type { MarkedContents } from './marked-content.js';
import { type Content, Element, isContent, type StructureTree } from './tree.js';

/** A line whose end is handled when the first word of the next line is known. */
interface Break {
  readonly end: End;
  next: string;
}

const OPERATOR =
  /\/Span\s*<<\s*\/ActualText\s*(\((?:[^\\()]|\\[\s\S])*\)|<[0-9A-Fa-f]*>)\s*>>\s*BDC\b|<([0-9A-Fa-f]+)>\s*Tj\b|\/(\w+ [\d.-]{1,30}) Tf\b|((?:[\d.-]{1,30} ){6})(Tm|cm)\b|(\/ReversedChars BMC)\b|\b(BDC|BMC|EMC|ET)\b/g;

/** What most contents draw: one text without kerning. Reading it takes a quarter of the time of its operators. */
const ONE_TEXT =
  /^\s*BT\n\/(\w+ [\d.-]{1,30}) Tf\n1 0 0 -1 ([\d.-]{1,30}) ([\d.-]{1,30}) Tm\n<([0-9A-F]+)> Tj\nET\n(?:[\d. ]+ RG [\d. ]+ rg\n)?EMC$/;

/** Scripts without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const BLANK = /[\s\u200b]/;
/** A hyphen, or a sign that `hyphenate-character` sets in its place. */
const HYPHEN = /^[^\p{L}\p{N}\s]$/u;
/** The text of a soft hyphen that is not drawn. */
const HIDDEN = /^\u00ad?$/;
/** The next text begins where the previous one ended. */
const GLYPHS = /^\s*</;
/** The start of vertical text with upright letters, which is below its origin. */
const BELOW = /^\s*[\d.-]{1,30} -([\d.]{1,30}) Td\b/;
/** The greatest length of that. */
const BELOW_LENGTH = 80;
/** See `TextLines`. */
const RAISED = 0.7;
/** The largest length of a word that is remembered. Omits the middle of a longer word, as in scripts without spaces. */
const LONGEST_WORD = 10_000;
const LAST_CHARACTERS = 2;

/** The words of the printed document. */
export interface Words {
  /** @param text of a word, of which the first 5,000 characters count. @param isOpen whether it may be only the beginning of a word. */
  has(text: string, isOpen?: boolean): boolean;
}

/** A content while its operators are read. */
interface Sequence {
  readonly content: Content;
  readonly text: string;
  /** The offset of the text in its stream. */
  readonly offset: number;
  characters?: FontCharacters | undefined;
  size: number;
  place?: Place | undefined;
  /** The kinds of the open sequences: with a text, from right to left, others. */
  readonly open: ('text' | 'reversed' | 'other')[];
  held?: string | undefined;
  given?: Given | undefined;
  /** An invisible soft hyphen. */
  soft?: Range | undefined;
  /** Whether the current text object is still open. */
  isOneText: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function beginText(sequence: Sequence, actual: string, { start, end }: Range): void {
  if (!sequence.open.includes('text')) {
    sequence.given = { start, end, text: stringOf(actual) };
    sequence.held = sequence.given.text;
    sequence.isOneText = true;
  }
  sequence.open.push('text');
}

export class LineEnds {
  private last: End | undefined;
  private broken: Break | undefined;
  /** The matrix of the current text. */
  private turn: Turn | undefined;

  /** @param words of the document. Without them, each line ends between two words. */
  constructor(
    private readonly contents: MarkedContents,
    private readonly words: Words | undefined,
  ) {}

  /** @param tree already has its paragraphs. */
  separate(tree: StructureTree): void {
    const waiting: (Element | Content | 'end')[] = [tree.root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === 'end') this.end();
      else if (!(next instanceof Element)) this.read(next);
      else {
        const isBlock = !INLINE.has(next.type) || next.type === 'Note' || next.attributes.has('Alt');
        if (isBlock) {
          this.end();
          waiting.push('end');
        }
        if (next.attributes.has('Alt')) continue;
        for (let index = next.kids.length - 1; index >= 0; index--) {
          const kid = next.kids[index];
          if (kid instanceof Element || (kid && isContent(kid))) waiting.push(kid);
        }
      }
    }
    this.end();
  }

  /** Ends a block. */
  private end(): void {
    this.settle(false);
    this.last = undefined;
  }

  private read(content: Content): void {
    const drawn = this.contents.sequenceOf(content);
    if (drawn === undefined) return;
    const matrixBefore = this.contents.matrixBefore(content);
    if (matrixBefore !== undefined) this.turn = turnOf(matrixBefore);
    const { text, offset } = drawn;
    const sequence: Sequence = { content, text, offset, size: 0, open: [], isOneText: false };
    const [, font, left, top, only] = ONE_TEXT.exec(text) ?? [];
    if (font !== undefined && only !== undefined) {
      this.choose(sequence, font);
      this.takeOnly(sequence, only, { left: Number(left), top: Number(top), size: sequence.size, isUpright: true });
      return;
    }
    if (drawn.font !== undefined) this.choose(sequence, drawn.font);
    for (const match of text.matchAll(OPERATOR)) {
      const [operator, actual, glyphs, named, matrix, places, reversal, mark] = match;
      const at = { start: offset + match.index, end: offset + match.index + operator.length };
      if (named !== undefined) this.choose(sequence, named);
      else if (places === 'cm') this.turn = turnOf(matrix);
      else if (matrix !== undefined) this.move(sequence, matrix, at.end);
      else if (glyphs !== undefined) this.show(sequence, glyphs, at);
      else if (actual !== undefined) beginText(sequence, actual, at);
      else if (mark === 'EMC') {
        if (sequence.open.length === 0) return;
        this.endMarked(sequence, at);
      } else if (mark === 'ET') sequence.isOneText = false;
      else sequence.open.push(reversal === undefined ? 'other' : 'reversed');
    }
  }

  /** @param named the name of a font, and its size. */
  private choose(sequence: Sequence, named: string): void {
    const [name = '', points] = named.split(' ');
    sequence.characters = this.contents.charactersIn(sequence.content, name);
    sequence.size = Number(points);
  }

  /** Takes a text that is all that is drawn. */
  private takeOnly({ content, text, offset, characters }: Sequence, glyphs: string, place: Place): void {
    if (characters === undefined) return;
    const start = offset + text.indexOf('<');
    const letter = { start, end: start + `<${glyphs}> Tj`.length, glyphs, given: undefined };
    this.take(glyphText(glyphs, characters), { content, isForward: true, letter, characters }, place, false);
  }

  /** Sets the place of the next text. @param end of the operator. */
  private move(sequence: Sequence, matrix: string, end: number): void {
    const { text, offset, size } = sequence;
    const [a = 0, b = 0, c = 0, d = 0, left = 0, top = 0] = matrix.trim().split(' ').map(Number);
    const isUpright = a > 0 && b === 0 && c === 0 && d < 0;
    const [, below] = BELOW.exec(text.slice(end - offset, end - offset + BELOW_LENGTH)) ?? [];
    sequence.place =
      Number(below) > RAISED * size
        ? { left: top, top: -left, size, isUpright, turn: 0 }
        : turned({ left, top, size, isUpright }, this.turn);
  }

  private show(sequence: Sequence, glyphs: string, { start, end }: Range): void {
    const { content, characters, open, held, given, place } = sequence;
    const isGiven = open.includes('text');
    const text = isGiven ? (held ?? '') : glyphText(glyphs, characters);
    const isHidden = isGiven && given !== undefined && HIDDEN.test(given.text);
    sequence.held = isGiven ? '' : undefined;
    if (characters === undefined) return;
    sequence.soft = isHidden && glyphs.length === characters.digits ? { start, end } : undefined;
    const letter = { start, end, glyphs, given: isGiven ? given : undefined };
    this.take(text, { content, isForward: !open.includes('reversed'), letter, characters }, place, isHidden);
    sequence.place = undefined;
  }

  /** Ends the innermost marked sequence. A soft hyphen that nothing follows has no text. */
  private endMarked(sequence: Sequence, at: Range): void {
    const { content, text, offset, open, given, soft, isOneText } = sequence;
    const closed = open.pop();
    const isOutside = !open.includes('text');
    if (soft && given && isOutside) {
      const isFollowed = GLYPHS.test(text.slice(at.end - offset, at.start - offset + 40));
      if (!isFollowed) for (const part of [given, soft, at]) this.contents.patch(content, { ...part, text: '' });
      sequence.soft = undefined;
    }
    if (closed === 'text' && isOutside && isOneText && this.last?.content === content) this.last.behind = at.end;
  }

  private take(
    text: string,
    drawn: Pick<End, 'content' | 'isForward' | 'letter' | 'characters'>,
    place: Place | undefined,
    isHidden: boolean,
  ): void {
    const { last } = this;
    const at = place ?? last?.place;
    if (at === undefined) return;
    const isNew = last !== undefined && place !== undefined && this.isNewLine(last, place, drawn.content);
    if (isNew) {
      this.settle(true);
      if (last.hyphen === 'drawn') this.contents.patch(last.content, softHyphen(last));
      else if (last.word !== '' && !last.hyphen && !BLANK.test(text.charAt(0))) this.broken = { end: last, next: '' };
    }
    const parts = BLANK.test(text) ? text.split(BLANK) : [text];
    if (this.broken) {
      this.broken.next += parts[0];
      if (parts.length > 1) this.settle(false);
    }
    const before = parts.length > 1 || isNew || last === undefined ? '' : last.word;
    const hyphen = isHidden ? 'soft' : last?.hyphen === 'soft' && !isNew && HYPHEN.test(text) ? 'drawn' : undefined;
    const word = isHidden ? before : remembered(`${before}${parts.at(-1)}`);
    const { content, isForward, letter, characters } = drawn;
    this.last = {
      content,
      isForward,
      letter,
      characters,
      place: place === undefined && last ? last.place : at,
      word,
      behind: drawn.letter.given ? -1 : drawn.letter.end,
      hyphen,
    };
  }

  private isNewLine(last: End, place: Place, content: Content): boolean {
    const isSamePage = last.content.page?.object === content.page?.object;
    if (!isSamePage) return true;
    if (last.content.owner.object !== content.owner.object || !place.isUpright || !last.place.isUpright) return false;
    const { left, top, size, turn } = place;
    if (turn !== last.place.turn) return false;
    if (top === last.place.top) return false;
    return left <= last.place.left || Math.abs(top - last.place.top) > RAISED * Math.max(size, last.place.size);
  }

  /** @param isOpen whether the word may continue in another line. */
  private settle(isOpen: boolean): void {
    const { broken } = this;
    this.broken = undefined;
    if (!broken) return;
    if (!this.isBetweenWords(broken.end.word, broken.next, isOpen)) {
      if (isOpen && this.last) this.last.word = remembered(broken.end.word + this.last.word);
      return;
    }
    const patch = blankBehind(broken.end);
    if (patch) this.contents.patch(broken.end.content, patch);
  }

  private isBetweenWords(before: string, behind: string, isOpen: boolean): boolean {
    if (UNSPACED.test(lastOf(before)) || UNSPACED.test(behind.slice(0, LAST_CHARACTERS))) return false;
    const { words } = this;
    if (words === undefined || !words.has(before + behind, isOpen)) return true;
    // Tells "in to" from "into".
    return words.has(before) && words.has(behind) && /^\p{L}+$/u.test(before);
  }
}

/** The matrix of a text that is turned by a right angle, as vertical text in Latin letters. */
interface Turn {
  /** The sine of the angle, times the scale. */
  readonly sine: number;
  readonly left: number;
  readonly top: number;
}

/** @param matrix the operands of `cm`. @returns undefined for a text that is not turned so. */
function turnOf(matrix = ''): Turn | undefined {
  const [a, sine = 0, c, d, left = 0, top = 0] = matrix.trim().split(' ').map(Number);
  return a === 0 && d === 0 && sine !== 0 && c === -sine ? { sine, left, top } : undefined;
}

/** Each line of a turned text has its own matrix. @returns the place in the direction of the lines. */
function turned(place: Place, turn: Turn | undefined): Place {
  if (turn === undefined) return place;
  const { sine } = turn;
  return { ...place, left: place.left + turn.top / sine, top: place.top - turn.left / sine, turn: sine };
}

const lastOf = (text: string): string => Array.from(text.slice(-LAST_CHARACTERS)).at(-1) ?? '';

/** A word is cut at twice the length, not for each letter that follows. */
const remembered = (word: string): string =>
  word.length <= 2 * LONGEST_WORD ? word : word.slice(0, LONGEST_WORD - LAST_CHARACTERS) + word.slice(-LAST_CHARACTERS);

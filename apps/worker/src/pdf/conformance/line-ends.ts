/**
 * Blanks where lines end. Browsers leave them out, so that a reader which follows the tags joins the last word of a line with the first of
 * the next. They are drawn there again, where nobody sees them; a font without one has them as a text of its last letter (ISO 32000-1, 14.9.4).
 */
import type { Words } from '@toolpress/document';
import type { Patch } from './content-operations.js';
import type { MarkedContents } from './marked-content.js';
import { type FontCharacters, stringOf } from './marked-text.js';
import { INLINE } from './structure-blocks.js';
import { type Content, Element, isContent, type StructureTree } from './structure-tree.js';
import { utf16 } from './to-unicode.js';

/** The end of what a text draws: what stands behind it, if that is a line, gets a blank there. */
interface End {
  readonly content: Content;
  readonly place: Place;
  readonly isForward: boolean;
  /** Of the line, without blanks. */
  word: string;
  /** What draws its last letter, and where a blank may be drawn behind. */
  readonly letter: {
    readonly start: number;
    readonly end: number;
    readonly glyphs: string;
    readonly given: Given | undefined;
  };
  behind: number;
  readonly characters: FontCharacters;
  /** Whether it is a soft hyphen, or the hyphen that is drawn for one. */
  readonly hyphen: 'soft' | 'drawn' | undefined;
}

/** The operator that begins a sequence with a text of its own. */
interface Given {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  /** Whether it is written as most texts are, neither turned nor mirrored. */
  readonly isUpright: boolean;
}

/** A line that waits until the first word of the next is known. */
interface Break {
  readonly end: End;
  next: string;
}

const OPERATOR =
  /\/Span\s*<<\s*\/ActualText\s*(\((?:[^\\()]|\\[\s\S])*\)|<[0-9A-Fa-f]*>)\s*>>\s*BDC\b|<([0-9A-Fa-f]+)>\s*Tj\b|\/(\w+ [\d.-]{1,30}) Tf\b|((?:[\d.-]{1,30} ){6})Tm\b|(\/ReversedChars BMC)\b|\b(BDC|BMC|EMC|ET)\b/g;

/** Writing without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const BLANK = /[\s\u200b]/;
const HYPHEN = /^[-\u2010]$/;
/** See `TextLines`. */
const RAISED = 0.7;

export class LineEnds {
  private last: End | undefined;
  private broken: Break | undefined;

  /** @param words of the document; without them, each line ends between two words. */
  constructor(
    private readonly contents: MarkedContents,
    private readonly words: Words | undefined,
  ) {}

  /** @param tree whose paragraphs are made. */
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

  /** Of a block. */
  private end(): void {
    this.settle(false);
    this.last = undefined;
  }

  private read(content: Content): void {
    const drawn = this.contents.sequenceOf(content);
    if (drawn === undefined) return;
    let characters: FontCharacters | undefined;
    let size = 0;
    let place: Place | undefined;
    const choose = (named: string): void => {
      const [name = '', points] = named.split(' ');
      characters = this.contents.charactersIn(content, name);
      size = Number(points);
    };
    if (drawn.font !== undefined) choose(drawn.font);
    /** What open sequences are: with a text of their own, from right to left, others. */
    const open: ('text' | 'reversed' | 'other')[] = [];
    let held: string | undefined;
    let given: Given | undefined;
    /** Whether no text object has ended since. */
    let isOneText = false;
    const { offset } = drawn;
    for (const match of drawn.text.matchAll(OPERATOR)) {
      const [operator, actual, glyphs, named, matrix, reversal, mark] = match;
      const [start, end] = [offset + match.index, offset + match.index + operator.length];
      if (named !== undefined) choose(named);
      else if (matrix !== undefined) {
        const [a = 0, b = 0, c = 0, d = 0, left = 0, top = 0] = matrix.trim().split(' ').map(Number);
        place = { left, top, size, isUpright: a > 0 && b === 0 && c === 0 && d < 0 };
      } else if (glyphs !== undefined) {
        const isGiven = open.includes('text');
        const text = isGiven ? (held ?? '') : textOf(glyphs, characters);
        const isHidden = isGiven && held !== undefined && /^\u00ad?$/.test(held);
        held = isGiven ? '' : undefined;
        if (characters === undefined) continue;
        const letter = { start, end, glyphs, given: isGiven ? given : undefined };
        this.take(text, { content, place, isForward: !open.includes('reversed'), letter, characters, isHidden });
        place = undefined;
      } else if (actual !== undefined) {
        if (!open.includes('text')) {
          given = { start, end, text: stringOf(actual) };
          [held, isOneText] = [given.text, true];
        }
        open.push('text');
      } else if (mark === 'EMC') {
        if (open.length === 0) return;
        const closed = open.pop();
        if (closed === 'text' && !open.includes('text') && isOneText && this.last?.content === content)
          this.last.behind = end;
      } else if (mark === 'ET') isOneText = false;
      else open.push(reversal === undefined ? 'other' : 'reversed');
    }
  }

  private take(
    text: string,
    {
      place,
      isHidden,
      ...drawn
    }: Omit<End, 'word' | 'behind' | 'place' | 'hyphen'> & { place: Place | undefined; isHidden: boolean },
  ): void {
    const { last } = this;
    const at = place ?? last?.place;
    if (at === undefined) return;
    const isNew = last !== undefined && place !== undefined && this.isNewLine(last, place, drawn.content);
    if (isNew) {
      this.settle(true);
      if (last.hyphen === 'drawn') this.hide(last);
      else if (last.word !== '' && !last.hyphen && !BLANK.test(text.charAt(0))) this.broken = { end: last, next: '' };
    }
    const parts = text.split(BLANK);
    if (this.broken) {
      this.broken.next += parts[0];
      if (parts.length > 1) this.settle(false);
    }
    const before = parts.length > 1 || isNew || last === undefined ? '' : last.word;
    const hyphen = isHidden ? 'soft' : last?.hyphen === 'soft' && !isNew && HYPHEN.test(text) ? 'drawn' : undefined;
    const word = isHidden ? before : `${before}${parts.at(-1)}`;
    this.last = {
      ...drawn,
      place: place === undefined && last ? last.place : at,
      word,
      behind: drawn.letter.given ? -1 : drawn.letter.end,
      hyphen,
    };
  }

  /** A hyphen that only the end of its line asks for is no part of the word. */
  private hide({ content, letter: { start, end, glyphs }, characters }: End): void {
    const before = glyphs.slice(0, -characters.digits);
    const text = `${drawn(before)}${begun('')} <${glyphs.slice(-characters.digits)}> Tj EMC`;
    this.contents.patch(content, { start, end, text });
  }

  private isNewLine(last: End, place: Place, content: Content): boolean {
    const isSamePage = last.content.page?.object === content.page?.object;
    if (!isSamePage) return true;
    if (last.content.owner.object !== content.owner.object || !place.isUpright || !last.place.isUpright) return false;
    const { left, top, size } = place;
    if (top === last.place.top) return false;
    return left <= last.place.left || Math.abs(top - last.place.top) > RAISED * Math.max(size, last.place.size);
  }

  /** @param isOpen whether the word may go on in another line. */
  private settle(isOpen: boolean): void {
    const { broken } = this;
    this.broken = undefined;
    if (!broken) return;
    if (!this.isBetweenWords(broken.end.word, broken.next, isOpen)) {
      if (isOpen && this.last) this.last.word = broken.end.word + this.last.word;
      return;
    }
    const patch = blankBehind(broken.end);
    if (patch) this.contents.patch(broken.end.content, patch);
  }

  private isBetweenWords(before: string, behind: string, isOpen: boolean): boolean {
    if (UNSPACED.test(lastOf(before)) || UNSPACED.test(behind.slice(0, 2))) return false;
    const { words } = this;
    if (words === undefined || !words.has(before + behind, isOpen)) return true;
    // "in to" and "into"
    return words.has(before) && words.has(behind) && /^\p{L}+$/u.test(before);
  }
}

const lastOf = (text: string): string => Array.from(text).at(-1) ?? '';

function blankBehind({ letter, behind, characters }: End): Patch | undefined {
  const blank = characters.blank;
  const { start, end, glyphs, given } = letter;
  if (blank !== undefined && behind > 0) return { start: behind, end: behind, text: ` <${blank}> Tj` };
  if (given) return { start: given.start, end: given.end, text: begun(`${given.text} `) };
  const last = glyphs.slice(-characters.digits);
  const before = glyphs.slice(0, -characters.digits);
  const text = textOf(last, characters);
  if (text === '') return undefined;
  return { start, end, text: `${drawn(before)}${begun(`${text} `)} <${last}> Tj EMC` };
}

/** The begin of a sequence that says this. */
const begun = (text: string): string => `/Span <</ActualText <FEFF${utf16(text)}>>> BDC`;
const drawn = (glyphs: string): string => (glyphs === '' ? '' : `<${glyphs}> Tj `);

function textOf(glyphs: string, characters: FontCharacters | undefined): string {
  if (characters === undefined) return '';
  const { map, digits } = characters;
  let text = '';
  for (let at = 0; at + digits <= glyphs.length; at += digits)
    text += map.get(Number.parseInt(glyphs.slice(at, at + digits), 16)) ?? '';
  return text;
}

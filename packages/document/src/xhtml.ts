/** Parses XHTML, where `<div/>` is a complete element. In HTML it would be a start tag. */
import { type DefaultTreeAdapterMap, Parser, Token, TokenizerMode } from 'parse5';
import { SaxesParser } from 'saxes';

/** A quick check: it begins as XML does, or its root has the namespace. */
export const MAY_BE_XHTML =
  /^\s*<\?xml\s|^[\s\S]{0,2000}?<html\b[^>]{0,1000}\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/;
/** An element that HTML would leave open. */
const SELF_CLOSING =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|svg:|path|rect|use|circle|line|g)\b)[a-z][\w:.-]*(?:\s[^<>]*)?\/>/;

/** Names a language as XML does; in HTML the attribute means nothing. */
const XML_LANG = /\sxml:lang\s*=/;

/** Text as it is, which an HTML parser reads as a comment, or as a part of a style sheet. */
const CDATA = '<![CDATA[';
const CDATA_IN_COMMENT = CDATA.slice('<!'.length);
const CDATA_END = ']]';

/** Returns whether a text that `MAY_BE_XHTML` is well-formed XHTML, and read differently by an HTML parser. */
export const isXhtml = (text: string): boolean =>
  (SELF_CLOSING.test(text) || XML_LANG.test(text) || text.includes(CDATA)) && isWellFormed(text);

/** Returns whether a text is well-formed. Without a DTD, XML knows only its own entities: others are HTML's. */
function isWellFormed(text: string): boolean {
  const parser = new SaxesParser({ position: false });
  for (const [, name = ''] of text.matchAll(/&([A-Za-z][A-Za-z0-9]{0,40});/g)) parser.ENTITIES[name] = ' ';
  let isFaulty = false;
  parser.on('error', () => {
    isFaulty = true;
  });
  parser.write(text).close();
  return !isFaulty;
}

const SHEET_PART = /<!\[CDATA\[|\]\]>|&(?:lt|gt|amp|quot|apos);/g;
const REFERENCES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
};

/**
 * Parses XHTML like HTML, except elements that end with their start tag, `xml:lang`, which becomes `lang`, CDATA sections, and
 * character references in style sheets.
 */
export class XhtmlParser extends Parser<DefaultTreeAdapterMap> {
  /** Whether a CDATA section of a style sheet is open. */
  private isInSection = false;

  override onStartTag(token: Token.TagToken): void {
    const language = token.attrs.find(({ name }) => name === 'xml:lang');
    if (language && !token.attrs.some(({ name }) => name === 'lang'))
      token.attrs.push({ name: 'lang', value: language.value });
    super.onStartTag(token);
    if (!token.selfClosing || token.ackSelfClosing) return;
    this.onEndTag({ ...token, type: Token.TokenType.END_TAG, selfClosing: false, attrs: [] });
    this.tokenizer.state = TokenizerMode.DATA; // its content would have been read otherwise, as a script's
  }

  /** The tokenizer reads a CDATA section as a comment to the first `>`. */
  override onComment(token: Token.CommentToken): void {
    if (!token.data.startsWith(CDATA_IN_COMMENT)) {
      super.onComment(token);
      return;
    }
    const text = token.data.slice(CDATA_IN_COMMENT.length);
    const isWhole = text.endsWith(CDATA_END);
    this.takeText(isWhole ? text.slice(0, -CDATA_END.length) : `${text}>`, token.location);
    if (!isWhole) this.tokenizer.state = TokenizerMode.CDATA_SECTION;
  }

  override onCharacter(token: Token.CharacterToken): void {
    const isSheet = this.openElements.current?.nodeName === 'style';
    super.onCharacter(isSheet ? { ...token, chars: this.readSheet(token.chars) } : token);
  }

  private takeText(text: string, location: Token.Location | null): void {
    for (const [chars] of text.matchAll(/[\t\n\f\r ]+|[^\t\n\f\r ]+/g))
      if (chars.trim() === '')
        this.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location });
      else this.onCharacter({ type: Token.TokenType.CHARACTER, chars, location });
  }

  /** Reads a part of a style sheet. Blanks replace the marks of sections, so that places stay the same. */
  private readSheet(written: string): string {
    return written.replace(SHEET_PART, (part) => {
      if (part === CDATA || part === `${CDATA_END}>`) {
        this.isInSection = part === CDATA;
        return ' '.repeat(part.length);
      }
      return this.isInSection ? part : (REFERENCES[part] ?? part);
    });
  }
}

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

/** Returns whether a text that may be XHTML is well-formed, and read differently by an HTML parser. */
export const isXhtml = (text: string): boolean =>
  (SELF_CLOSING.test(text) || XML_LANG.test(text)) && isWellFormed(text);

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

/** Parses XHTML like HTML, except elements that end with their start tag, and `xml:lang`, which becomes `lang`. */
export class XhtmlParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken): void {
    const language = token.attrs.find(({ name }) => name === 'xml:lang');
    if (language && !token.attrs.some(({ name }) => name === 'lang'))
      token.attrs.push({ name: 'lang', value: language.value });
    super.onStartTag(token);
    if (!token.selfClosing || token.ackSelfClosing) return;
    this.onEndTag({ ...token, type: Token.TokenType.END_TAG, selfClosing: false, attrs: [] });
    this.tokenizer.state = TokenizerMode.DATA; // its content would have been read otherwise, as a script's
  }
}

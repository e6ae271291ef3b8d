/** Finds classes, attributes and styles that inline scripts would have set and that style sheets use. */
import { attribute, type Element, isElement, ownText, type ParentNode } from '../html.js';

/** Code for user events, which does not matter on paper. */
const ON_EVENTS =
  /addEventListener\s*\(\s*["'`](?!load|DOMContentLoaded|readystatechange|beforeprint)|\bon(?:click|change|scroll|input|submit|resize|mouse\w+|key\w+|touch\w+)\b|\.(?:click|hover|scroll|change|submit|on)\s*\(/;
/** A function, which may never be called. */
const FUNCTIONS = /\bfunction\b|=>/;
const AT_LOAD =
  /DOMContentLoaded|\bonload\b|["'`]load["'`]|beforeprint|\(\s*(?:async\s*)?(?:function\b|\(\s*\)\s*=>)|\$\(document\)/;

const CLASSES =
  /\.(?:classList\.(?:add|toggle|replace)|addClass|toggleClass)\s*\(([^()]{0,200})\)|\.className\s*\+?=\s*(["'`][^"'`]{0,200})/g;
const ATTRIBUTES =
  /\.setAttribute\s*\(\s*["'`](data-[\w-]{1,60}|class|dir|hidden)["'`](?:\s*,\s*["'`]([\w-]{0,60})["'`])?|\.dataset\.(\w{1,60})\s*=[^=]/g;
const STYLES = /\.style(?:\.[a-z]\w*\s*\+?=[^=]|\.setProperty\s*\(|\[)|\.css\s*\(\s*["'`{]/i;

/** Code that adds a style sheet, and rules in it that are made for paper. */
const ADDS_SHEET = /\bcreateElement\s*\(\s*["'`]style["'`]|\binsertRule\s*\(|\badoptedStyleSheets\b/;
const FOR_PAPER = /@media\s+print\b|@page\b/i;

/** Names of classes and attributes in selectors, see `Look.selector`. */
const SELECTED = /[.[][\w-]+/g;

/** Values that an attribute has without the script. */
const DEFAULTS = /^(?:ltr|light|auto|default|false|none|)$/i;
/** Classes by which sites say that scripts run, that the page has loaded, or how a sidebar is. */
const FOR_SCREENS = /^(?:(?:has-|no-)?js(?:-\w+)?|(?:is-)?(?:loaded|ready|hydrated)|sidebar-\w+|light|auto)$/i;

/** The largest number of names. */
const MAX_NAMES = 300;
const MAX_SHEETS_LENGTH = 500_000;

interface Look {
  readonly script: Element;
  /** As messages name it. */
  readonly name: string;
  /** The selector text for which it matters. */
  readonly selector?: string;
}

/** Collects what the scripts of a document would have set. */
export class ScriptLooks {
  private readonly looks: Look[] = [];

  /** Adds a script of unknown purpose. */
  add(script: Element): void {
    const type = attribute(script, 'type')?.value ?? '';
    if (type !== '' && !/javascript|module/i.test(type)) return;
    const text = ownText(script);
    if (ADDS_SHEET.test(text) && FOR_PAPER.test(text)) this.note({ script, name: 'the style for paper' });
    if (ON_EVENTS.test(text) || (FUNCTIONS.test(text) && !AT_LOAD.test(text))) return;
    for (const [, listed = '', whole = ''] of text.matchAll(CLASSES))
      for (const [, name = ''] of `${listed}${whole}`.matchAll(/["'`\s]([a-z_][\w-]{0,60})(?=["'`\s]|$)/gi))
        if (!FOR_SCREENS.test(name)) this.note({ script, name: `the class \`${name}\``, selector: `.${name}` });
    for (const [, name, value, camel = ''] of text.matchAll(ATTRIBUTES)) {
      if (value !== undefined && DEFAULTS.test(value)) continue;
      const attr = name ?? `data-${camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      this.note({ script, name: `the attribute \`${attr}\``, selector: `[${attr}` });
    }
    if (STYLES.test(text)) this.note({ script, name: 'the style' });
  }

  private note(look: Look): void {
    if (this.looks.length < MAX_NAMES) this.looks.push(look);
  }

  /** Returns the first one that a style sheet uses, or that is a style. @param css the request's style sheet. */
  first(root: ParentNode, css: string): Look | undefined {
    if (this.looks.length === 0) return undefined;
    let sheets = css;
    const read = (parent: ParentNode): void => {
      for (const child of parent.childNodes)
        if (isElement(child)) {
          if (child.tagName === 'style' && sheets.length < MAX_SHEETS_LENGTH) sheets += ownText(child);
          else read(child);
        }
    };
    read(root);
    const used = new Set(sheets.slice(0, MAX_SHEETS_LENGTH).match(SELECTED));
    return this.looks.find(({ selector }) => selector === undefined || used.has(selector));
  }
}

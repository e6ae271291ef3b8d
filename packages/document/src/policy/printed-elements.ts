/** Finds elements of the printed page again in the text that was sent, for warnings of what only the browser knows. */
import type { WarningCode } from '@toolpress/contract';
import { attribute, type Element, isElement, type ParentNode, parseHtml } from '../html.js';
import { placeOf, positionOf, type Report, type SourceTexts, saidOf, textOf } from './explain.js';
import { Spans } from './violation.js';

/** An element by its place among those that are written alike. */
export interface PrintedElement {
  readonly tag: string;
  /** The attributes; empty without. */
  readonly id: string;
  readonly classes: string;
  /** The number of such elements before it. */
  readonly nth: number;
}

/** What is wrong with an element. */
export interface PrintedFault {
  /** The subject, with the element's name in place of `{}`. */
  readonly name: string;
  /** The predicate, without a full stop. */
  readonly fault: string;
  /** See `Said`. */
  readonly reason?: string;
  /** The number of elements that are written alike. */
  readonly count?: number;
}

const MAX_NAME = 60;

export type ReportAt = (printed: PrintedElement, report: PrintedFault & { code: WarningCode }) => Report;

/** Returns a function that warns of elements of the page. The document is parsed once, for the first of them. */
export function printedReports(sources: SourceTexts): ReportAt {
  let root: ParentNode | undefined;
  return (printed, report) => {
    root ??= parseHtml(textOf(sources['html'] ?? ''), 'document', true);
    return reportAt(printed, report, sources, root);
  };
}

function reportAt(
  printed: PrintedElement,
  { code, name, fault, reason, count = 1 }: PrintedFault & { code: WarningCode },
  sources: SourceTexts,
  root: ParentNode,
): Report {
  const text = textOf(sources['html'] ?? '');
  const element = nthElement(root, printed);
  const span = element && new Spans('html', text).ofElement(element);
  const subject = { name: name.replace('{}', () => `\`${selectorOf(printed)}\``), span };
  if (span === undefined) return { kind: 'notice', code, message: `${subject.name} ${fault}.` };
  const said = { ...saidOf(subject, fault, sources, count), ...(reason && { reason }) };
  const times = count > 1 ? ` (${count} times)` : '';
  const message = `${placeOf(subject, sources)}${times} ${fault}.`;
  return { kind: 'notice', code, message, said, ...positionOf(subject, sources) };
}

/** Returns the name of an element as a selector: `div.page`. */
function selectorOf({ tag, id, classes }: PrintedElement): string {
  const names = classes.split(/\s+/).filter(Boolean);
  const selector = id ? `${tag}#${id}` : [tag, ...names].join('.');
  const plain = selector.replaceAll('`', "'");
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME).toWellFormed()}…` : plain;
}

function nthElement(root: ParentNode, { tag, id, classes, nth }: PrintedElement): Element | undefined {
  let count = 0;
  const lists: { nodes: ParentNode['childNodes']; next: number }[] = [{ nodes: root.childNodes, next: 0 }];
  for (let list = lists.at(-1); list !== undefined; list = lists.at(-1)) {
    const node = list.nodes[list.next++];
    if (node === undefined) lists.pop();
    else if (isElement(node)) {
      const has = (name: string, value: string): boolean => (attribute(node, name)?.value ?? '') === value;
      if (node.tagName === tag && has('id', id) && has('class', classes) && count++ === nth) return node;
      lists.push({ nodes: node.childNodes, next: 0 });
    }
  }
  return undefined;
}

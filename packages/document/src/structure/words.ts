/** The words of a document. They show whether a line ends between two words or within one. */
import { indexOfFirst } from '@toolpress/template';
import { type ChildNode, isElement, isText, type ParentNode } from '../html.js';

/** Elements inside words. */
const IN_WORDS = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark output q rb ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const UNSEEN = new Set('style script template title'.split(' '));

/** The words of a document. Lines also end within words: `overflow-wrap`, `word-break`, or after a hyphen or a slash. */
export class Words {
  private readonly known: ReadonlySet<string>;
  private sorted: readonly string[] | undefined;

  constructor(tree: ParentNode) {
    const words = new Set<string>();
    let word = '';
    const end = (): void => {
      if (word !== '') words.add(word.toLowerCase());
      word = '';
    };
    const waiting: (ChildNode | 'end')[] = tree.childNodes.toReversed();
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node === 'end') end();
      else if (isText(node)) {
        const [first = '', ...others] = node.value.split(/\s+/);
        word += first;
        for (const other of others) {
          end();
          word = other;
        }
      } else if (isElement(node) && !UNSEEN.has(node.tagName)) {
        if (!IN_WORDS.has(node.tagName)) {
          end();
          waiting.push('end');
        }
        for (let index = node.childNodes.length - 1; index >= 0; index--)
          waiting.push(node.childNodes[index] as ChildNode);
      }
    }
    end();
    this.known = words;
  }

  /** Returns whether the document has a word. @param isOpen whether the text may be the beginning of a word. */
  has(text: string, isOpen = false): boolean {
    const word = text.toLowerCase();
    if (this.known.has(word)) return true;
    if (!isOpen) return false;
    this.sorted ??= [...this.known].sort();
    const { sorted } = this;
    return sorted[indexOfFirst(sorted.length, (index) => (sorted[index] ?? '') >= word)]?.startsWith(word) === true;
  }
}

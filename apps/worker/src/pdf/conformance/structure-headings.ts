/** Headings, which begin at the first level (ISO 14289-1, 7.4.2). */
import type { StructureTree } from './structure-tree.js';

/** A document whose headings all stand on lower levels than its author meant to begin with: they rise together. */
export function raiseHeadings(tree: StructureTree): void {
  const headings: { element: { type: string }; level: number }[] = [];
  tree.walk((element) => {
    const [, level] = /^H([1-6])$/.exec(element.type) ?? [];
    if (level !== undefined) headings.push({ element, level: Number(level) });
  });
  const first = headings[0]?.level ?? 1;
  if (first === 1 || headings.some(({ level }) => level < first)) return;
  for (const { element, level } of headings) element.type = `H${level - first + 1}`;
}

/** Tells whether the template of a header has to be filled anew for every page. */
import type { Expression } from './expressions/expression.js';
import type { Template, TemplateNode } from './template.js';

/**
 * @param hasRunning whether `running` is a value of the pages.
 * @returns whether it does anything with values of the pages but print the numbers in plain tags.
 */
export function usesPageValues({ nodes }: Template, hasRunning: boolean): boolean {
  const values = new Set(['page', 'pages', ...(hasRunning ? ['running'] : [])]);
  const someUse = (some: readonly TemplateNode[], isInner: boolean): boolean =>
    some.some((node) => uses(node, isInner));
  const uses = (node: TemplateNode, isInner: boolean): boolean => {
    switch (node.kind) {
      case 'text':
        return false;
      case 'value': {
        const { path, expression } = node;
        const [first = '', ...rest] = path.names;
        if (values.has(first)) return first === 'running' || rest.length > 0;
        return computes(expression, isInner);
      }
      case 'section':
        return (
          isValue(node.path.names[0] ?? '', isInner) || someUse(node.nodes, true) || someUse(node.otherwise, isInner)
        );
      case 'assignment':
        return computes(node.expression, isInner);
      case 'condition':
        return computes(node.expression, isInner) || someUse([...node.nodes, ...node.otherwise], isInner);
      case 'loop':
        return computes(node.expression, isInner) || someUse(node.nodes, true) || someUse(node.otherwise, isInner);
    }
  };
  const computes = (expression: Expression | undefined, isInner: boolean): boolean =>
    expression?.names.some((name) => isValue(name, isInner)) ?? false;
  /** All of the data has them as well: `.` outside of lists, and `@root`. */
  const isValue = (name: string, isInner: boolean): boolean => {
    const plain = name.replace(/^(?:\.\.\/)+/, '');
    const isAll = plain === '' || plain === '.';
    return plain === '@root' || (isAll ? !isInner || plain !== name : values.has(plain.replace(/^\./, '')));
  };
  return someUse(nodes, false);
}

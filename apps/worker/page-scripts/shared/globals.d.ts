/** The build makes style sheets strings. */
declare module '*.css' {
  const text: string;
  export default text;
}

/** Not in TypeScript yet. */
declare class CSSMarginRule extends CSSRule {
  readonly name: string;
  readonly style: CSSStyleDeclaration;
}

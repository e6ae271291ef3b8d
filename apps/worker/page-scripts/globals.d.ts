/** What the scripts define in their world of a page. */
declare var dom: ReturnType<typeof makeDom>;
declare var footnotes: ReturnType<typeof makeFootnotes>;
declare var printPasses: ReturnType<typeof makePrintPasses>;
declare var counters: ReturnType<typeof makeCounters>;
declare var generatedTexts: ReturnType<typeof makeGeneratedTexts>;
declare var page: ReturnType<typeof makePage>;
declare var printedContent: ReturnType<typeof makePrintedContent>;
declare var cutContent: ReturnType<typeof makeCutContent>;
declare var lostParts: ReturnType<typeof makeLostParts>;

/** Not in TypeScript yet. */
declare class CSSMarginRule extends CSSRule {
  readonly name: string;
  readonly style: CSSStyleDeclaration;
}

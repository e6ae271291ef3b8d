/** Finds the tags of a template that stand in `style` elements, where values are escaped as CSS. */
import { Tokenizer, TokenizerMode } from 'parse5';
/**
 * The HTML around the tags is read as browsers read it, each section once: a `style` in a comment or a `textarea` is none.
 * Nearly all templates are known to have no such tag after a search for the word.
 *
 * @returns the value tags whose text becomes part of a sheet.
 */
export function valuesInStyle(nodes) {
    const leaves = [...leavesOf(nodes)];
    const last = lastCandidate(leaves);
    if (last < 0)
        return NONE;
    let html = '';
    const values = [];
    for (const leaf of leaves.slice(0, last + 1)) {
        if (leaf.kind === 'value')
            values.push({ node: leaf, offset: html.length });
        html += leaf.kind === 'text' ? leaf.text : PLACEHOLDER;
    }
    const sheets = sheetsOf(html);
    const found = new Set();
    let next = 0;
    for (const { node, offset } of values) {
        while ((sheets[next]?.end ?? html.length) <= offset)
            next += 1;
        if ((sheets[next]?.start ?? html.length) <= offset)
            found.add(node);
    }
    return found;
}
const NONE = new Set();
const PLACEHOLDER = 'x';
/** What is filled in, in the order of the template. */
function* leavesOf(nodes) {
    for (const node of nodes) {
        if (node.kind === 'section')
            yield* leavesOf(node.nodes);
        else
            yield node;
    }
}
/** @returns the position of the last value behind a `<style`, with no `</style` between; -1 when there is none. */
function lastCandidate(leaves) {
    let last = -1;
    let isBehind = false;
    leaves.forEach((leaf, index) => {
        if (leaf.kind === 'value')
            last = isBehind ? index : last;
        else
            for (const [, slash] of leaf.text.matchAll(/<(\/?)style/gi))
                isBehind = slash === '';
    });
    return last;
}
/** What a tokenizer has to be told about elements, besides the tags themselves. */
const CONTENTS = {
    style: TokenizerMode.RAWTEXT,
    xmp: TokenizerMode.RAWTEXT,
    iframe: TokenizerMode.RAWTEXT,
    noembed: TokenizerMode.RAWTEXT,
    noframes: TokenizerMode.RAWTEXT,
    title: TokenizerMode.RCDATA,
    textarea: TokenizerMode.RCDATA,
    script: TokenizerMode.SCRIPT_DATA,
    plaintext: TokenizerMode.PLAINTEXT,
};
/** The ranges of the texts of `style` elements, in their order. The last one may be open. */
function sheetsOf(html) {
    const sheets = [];
    const ignore = () => undefined;
    const handler = {
        onStartTag: ({ tagName, location }) => {
            tokenizer.state = CONTENTS[tagName] ?? tokenizer.state;
            if (tagName === 'style')
                sheets.push({ start: location?.endOffset ?? 0, end: html.length });
        },
        onEndTag: ({ tagName, location }) => {
            const open = sheets.at(-1);
            if (tagName === 'style' && open?.end === html.length)
                open.end = location?.startOffset ?? 0;
        },
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
        onCharacter: ignore,
        onNullCharacter: ignore,
        onWhitespaceCharacter: ignore,
    };
    const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
    tokenizer.write(html, true);
    return sheets;
}
//# sourceMappingURL=style-elements.js.map
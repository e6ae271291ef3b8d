/** A template as a tree; filling walks the tree. */
/** Words of Persian and Indic scripts contain zero-width joiners, which are not letters in Unicode. */
const PLAIN = String.raw `\p{L}\p{M}\p{N}_$\-\u200c\u200d`;
const PLAIN_NAME = new RegExp(`^[${PLAIN}]+$`, 'u');
const LOOSE_NAME = new RegExp(`^[${PLAIN} #%/()+'@]+$`, 'u');
/** @returns undefined when the text is no path. */
export function parsePath(text) {
    if (text === '.')
        return { names: [], fromCurrent: true, certain: true };
    const fromCurrent = text.startsWith('.');
    const names = text.slice(fromCurrent ? 1 : 0).split('.');
    if (!names.every(isName))
        return undefined;
    return { names, fromCurrent, certain: names.every((name) => PLAIN_NAME.test(name)) };
}
const isName = (name) => LOOSE_NAME.test(name) && name.trim() === name;
/** Finds the positions of offsets; reads the text once. */
export class Positions {
    lineStarts = [0];
    constructor(source) {
        for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1))
            this.lineStarts.push(end + 1);
    }
    at(offset) {
        let [low, high] = [0, this.lineStarts.length];
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (this.startOf(middle) <= offset)
                low = middle;
            else
                high = middle;
        }
        return { line: low + 1, column: offset - this.startOf(low) + 1 };
    }
    startOf(line) {
        return this.lineStarts[line] ?? 0;
    }
}
//# sourceMappingURL=template.js.map
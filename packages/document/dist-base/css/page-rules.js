/** Removes from a sheet the `@page` declarations that the request decides. */
import { TokenType, tokenize } from '@csstools/css-tokenizer';
import { Brackets, isBlank, lower } from './scan.js';
/**
 * Removes the declarations of these properties (`margin-left` and the like included) from every `@page` rule, and `all`, which
 * would set them. Margin boxes inside keep theirs.
 */
export function withoutPageDeclarations(css, properties) {
    if (properties.length === 0 || !css.includes('@'))
        return css;
    let kept = '';
    let done = 0;
    for (const { start, end } of new PageDeclarations(css, properties).find()) {
        kept += css.slice(done, start);
        done = end;
    }
    return kept + css.slice(done);
}
class PageDeclarations {
    css;
    properties;
    brackets = new Brackets();
    /** `@page` was read, but not its block. */
    isAhead = false;
    /** Bracket depth inside the current `@page` rule; 0 outside. */
    pageDepth = 0;
    /** Start of a property's name, until a colon makes it a declaration. */
    name;
    /** Start of the current declaration. */
    declaration;
    constructor(css, properties) {
        this.css = css;
        this.properties = properties;
    }
    *find() {
        for (const token of tokenize({ css: this.css })) {
            if (isBlank(token))
                continue;
            const end = this.declaration === undefined ? undefined : this.endOfDeclaration(token);
            if (this.declaration !== undefined && end !== undefined) {
                yield { start: this.declaration, end };
                this.declaration = undefined;
            }
            this.brackets.read(token);
            if (this.declaration === undefined)
                this.look(token);
        }
    }
    /** A declaration ends with its semicolon, or before the end of its rule. */
    endOfDeclaration([type, , start, last]) {
        if (type === TokenType.EOF)
            return this.css.length;
        if (this.brackets.depth > this.pageDepth)
            return undefined;
        if (type === TokenType.Semicolon)
            return last + 1;
        return type === TokenType.CloseCurly ? start : undefined;
    }
    look(token) {
        if (this.brackets.depth < this.pageDepth)
            this.pageDepth = 0;
        if (this.pageDepth === 0)
            this.lookForPage(token);
        else if (this.brackets.depth === this.pageDepth)
            this.lookForDeclaration(token);
    }
    lookForPage(token) {
        if (token[0] === TokenType.AtKeyword)
            this.isAhead = lower(token[4].value) === 'page';
        else if (token[0] === TokenType.Semicolon)
            this.isAhead = false;
        else if (token[0] === TokenType.OpenCurly && this.isAhead) {
            this.isAhead = false;
            this.pageDepth = this.brackets.depth;
        }
    }
    lookForDeclaration(token) {
        if (token[0] === TokenType.Colon)
            this.declaration = this.name;
        this.name = token[0] === TokenType.Ident && this.isDecided(lower(token[4].value)) ? token[2] : undefined;
    }
    isDecided(property) {
        if (property === 'all')
            return true;
        return this.properties.some((decided) => property === decided || property.startsWith(`${decided}-`));
    }
}
//# sourceMappingURL=page-rules.js.map
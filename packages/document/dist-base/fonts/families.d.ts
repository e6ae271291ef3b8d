/**
 * Whether a family is installed, under this name or as the same design under another.
 *
 * @param name as CSS writes it, with or without quotes, in any case
 */
export declare const isBuiltInFamily: (name: string) => boolean;
/** Whether another family is printed in place of this one, with the same or nearly the same widths: `Arial`, `Calibri`. */
export declare const isStandIn: (name: string) => boolean;
/** The families that a document can have. */
export interface FontFamilies {
    /** Tells sets of families apart. */
    readonly key: string;
    has(family: string): boolean;
}
export declare const OUR_FAMILIES: FontFamilies;
//# sourceMappingURL=families.d.ts.map
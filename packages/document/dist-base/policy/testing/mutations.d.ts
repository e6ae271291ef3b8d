/** @returns as many texts as asked for. */
export declare function mutations(count: number, seed: number): Generator<string>;
//# sourceMappingURL=mutations.d.ts.map
/** The font families that the service has. */
/** @param family as CSS names it, without quotes, in any case. */
export declare const isBuiltInFamily: (family: string) => boolean;
//# sourceMappingURL=built-in.d.ts.map
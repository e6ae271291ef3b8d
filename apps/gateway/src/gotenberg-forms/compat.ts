/** The other services whose clients can call this one: the values of `COMPAT`. */
export const COMPAT = ['gotenberg'] as const;
export type Compat = (typeof COMPAT)[number];

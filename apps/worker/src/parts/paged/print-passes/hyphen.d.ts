declare module 'hyphen/hyphen.js' {
  const create: (
    patterns: readonly [unknown, unknown, Readonly<Record<string, unknown>>?],
    options: { hyphenChar: string; minWordLength: number },
  ) => (text: string) => string;
  export default create;
}

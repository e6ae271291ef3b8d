declare module 'hyphen/*' {
  const hyphenator: {
    hyphenateSync(text: string, options: { hyphenChar: string; minWordLength: number }): string;
  };
  export default hyphenator;
}

/** Maximum length of what a message quotes of a template, characters. */
const MAX_QUOTED = 60;

/** @returns the text for a message: the beginning of a long one. */
export const shortened = (text: string): string => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);

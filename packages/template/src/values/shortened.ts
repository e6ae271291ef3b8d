/** The largest length of a quotation in a message, in characters. */
const MAX_QUOTED = 60;

/** Shortens a text for a message. */
export const shortened = (text: string): string => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);

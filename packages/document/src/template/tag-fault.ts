/**
 * Thrown by what evaluates a tag when it can't do so: an unknown filter, an input that is no number. The message is the
 * predicate of a sentence that begins with the tag, as in "`[[total | money]]` needs a currency". It never holds values of the
 * data, which are personal.
 */
export class TagFault extends Error {}

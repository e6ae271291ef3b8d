/**
 * Thrown if a tag cannot be evaluated, as for an unknown filter or an input that is not a number. The message is the predicate of a
 * sentence that begins with the tag: "`[[total | money]]` needs a currency". It never contains values of the data, which may be
 * personal.
 */
export class TagFault extends Error {}

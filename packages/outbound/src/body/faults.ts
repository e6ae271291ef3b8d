/** What can be wrong with the body of an answer. */

/** The body, as it came or decompressed, is larger than the limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The body is not what its `Content-Encoding` says. */
export class BodyUndecodable extends Error {
  override readonly name = 'BodyUndecodable';
}

/** The connection ended before the body did. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

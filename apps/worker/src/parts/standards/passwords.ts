/** Prepares passwords of PDFs (ISO 32000-2, 7.6.4.3). */
import { MAX_PASSWORD, ServiceError } from '@toolpress/contract';

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * Returns a password in the form that PDF readers use: normalized with SASLprep (RFC 4013), so that letters that look the same are equal.
 *
 * @param field the field of the request, for messages. They do not contain the password.
 * @throws ServiceError `invalid_parameter`.
 */
export async function preparedPassword(field: string, given: string | undefined): Promise<string | undefined> {
  if (given === undefined || PRINTABLE_ASCII.test(given)) return given;
  const password = await prepared(given);
  if (password === undefined || password === '') {
    throw new ServiceError(
      'invalid_parameter',
      `\`${field}\` has characters that a password can’t have (RFC 4013): control characters, invisible characters, or right-to-left letters mixed with left-to-right ones.`,
    );
  }
  if (Buffer.byteLength(password) > MAX_PASSWORD) {
    throw new ServiceError(
      'invalid_parameter',
      `\`${field}\` must be at most ${MAX_PASSWORD} bytes in UTF-8: letters beyond ASCII take two to four.`,
    );
  }
  return password;
}

/** Returns the normalized password; undefined when it is invalid. Loads half a megabyte of tables on the first call. */
async function prepared(given: string): Promise<string | undefined> {
  const { saslprep } = await import('@mongodb-js/saslprep');
  try {
    return saslprep(given, { allowUnassigned: true });
  } catch {
    return undefined;
  }
}

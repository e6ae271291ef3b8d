/** Takes the named file system errors as an answer (undefined) instead of a failure. */
export async function unless<Result>(codes: readonly string[], call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Bounds how often something is looked up, however many ask.
 *
 * @param intervalMs how long an answer, or a failure, is given to whoever asks next.
 * @returns the look-up; those who ask while one is under way share it.
 */
export function atMostEvery<Answer>(intervalMs: number, lookUp: () => Promise<Answer>): () => Promise<Answer> {
  let known: Promise<Answer> | undefined;
  let freshUntil = 0;
  return () => {
    if (known !== undefined && performance.now() < freshUntil) return known;
    freshUntil = Number.POSITIVE_INFINITY; // as long as it is under way
    const current = lookUp().finally(() => {
      freshUntil = performance.now() + intervalMs;
    });
    known = current;
    return current;
  };
}

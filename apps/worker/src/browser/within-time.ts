/** A step of the browser's that took longer than a working browser takes. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

/** @throws TimeUp when the step takes longer; the step itself goes on, and what becomes of it is nobody's business. */
export async function withinTime<Result>(step: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeUp(`not done within ${limitMs} ms`)), limitMs);
  });
  step.catch(() => undefined);
  try {
    return await Promise.race([step, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

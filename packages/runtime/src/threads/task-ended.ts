/**
 * Why a task ended without a result: the thread was ended by its processor time, by the size of its heap, by the end of the task's time, by
 * an uncaught error, or for others; or another task holds the thread.
 */
export type TaskEnd = 'cpu' | 'memory' | 'deadline' | 'crashed' | 'evicted' | 'moved';

/** A task was ended. It had no effect but that of its calls. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
  /**
   * @param end why.
   * @param stage what the thread did at last.
   * @param wasAlone whether the task was the only one in its thread. Otherwise another one may be the cause.
   */
  constructor(
    readonly end: TaskEnd,
    readonly stage: number,
    readonly wasAlone: boolean,
    options?: ErrorOptions,
  ) {
    super(`the thread of a task was ended (${end}, ${stage})`, options);
  }
}

/** Something the operator can mend: shown without a stack. */
export class Problem extends Error {
  override name = 'Problem';
}

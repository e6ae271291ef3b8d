/**
 * Loaded by `node --import` before a program: shifts its clock by `CLOCK_SHIFT_MS` milliseconds, and by `CLOCK_JUMP_MS` more after each
 * SIGUSR2. Timers and `performance` are unchanged, as on a machine whose clock was set wrong.
 */
let shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const jump = Number(process.env['CLOCK_JUMP_MS'] ?? 0);
if (jump !== 0) process.on('SIGUSR2', () => (shift += jump));
const RightDate = Date;
const now = (): number => RightDate.now() + shift;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new RightDate(now()).toString(),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
});

/** What is known of the text being saved, as one state, and how the bar says it. */

export interface SaveState {
  /**
   * `waiting`: the save is sent again as soon as the service can be reached. `changed` and `deleted`: another tab or person did that since the
   * text was read.
   */
  phase: 'saved' | 'unsaved' | 'saving' | 'waiting' | 'changed' | 'deleted' | 'failed';
  /** When the draft was saved; undefined without one. */
  savedAt: string | undefined;
  /** Why it could not be saved. */
  why: string | undefined;
  isOnline: boolean;
  /** Whether the browser holds the unsaved text. */
  isKept: boolean;
}

export type SaveEvent =
  | { on: 'open'; savedAt: string | undefined }
  /** The text differs from the saved one, or no longer does. */
  | { on: 'edit'; isChanged: boolean }
  | { on: 'send' }
  /** It is saved. `isChanged`: the text was edited meanwhile. */
  | { on: 'done'; savedAt: string | undefined; isChanged: boolean }
  /** It is tried again later: no answer came, or the service is busy. */
  | { on: 'wait'; why: string }
  | { on: 'refuse'; why: string }
  | { on: 'elsewhere'; what: 'changed' | 'deleted' }
  | { on: 'connection'; isOnline: boolean }
  | { on: 'keep'; isKept: boolean };

export const OPENED: SaveState = { phase: 'saved', savedAt: undefined, why: undefined, isOnline: true, isKept: false };

/** Returns the state after an event. */
export function after(state: SaveState, event: SaveEvent): SaveState {
  switch (event.on) {
    case 'open':
      return { ...OPENED, savedAt: event.savedAt, isOnline: state.isOnline };
    case 'edit':
      return { ...state, phase: phaseOfEdit(state.phase, event.isChanged) };
    case 'send':
      return { ...state, phase: 'saving', why: undefined };
    case 'done':
      return { ...state, phase: event.isChanged ? 'unsaved' : 'saved', savedAt: event.savedAt, why: undefined };
    case 'wait':
      return { ...state, phase: 'waiting', why: event.why };
    case 'refuse':
      return { ...state, phase: 'failed', why: event.why };
    case 'elsewhere':
      return { ...state, phase: event.what, why: undefined };
    case 'connection':
      return { ...state, isOnline: event.isOnline };
    case 'keep':
      return { ...state, isKept: event.isKept };
  }
}

/** A save that runs or waits goes on, and what others did stays true. A reason is for the text that was refused. */
function phaseOfEdit(phase: SaveState['phase'], isChanged: boolean): SaveState['phase'] {
  if (phase === 'saved' || phase === 'unsaved' || phase === 'failed') return isChanged ? 'unsaved' : 'saved';
  return phase;
}

export interface Status {
  text: string;
  level: 'good' | 'warn' | 'bad';
}

/** Returns what the bar says; undefined if there is nothing to say. @param now decides whether a time of day is enough. */
export function statusOf({ phase, savedAt, why, isOnline, isKept }: SaveState, now = new Date()): Status | undefined {
  const kept = isKept ? 'kept here' : 'not kept';
  if (phase === 'changed') return { text: 'Changed elsewhere', level: 'bad' };
  if (phase === 'deleted') return { text: 'Deleted elsewhere', level: 'bad' };
  if (phase === 'failed') return { text: `Could not save: ${why ?? ''}`, level: 'bad' };
  if (!isOnline) return { text: phase === 'saved' ? 'Offline' : `Offline: ${kept}`, level: 'warn' };
  if (phase === 'waiting') return { text: `Not saved yet, ${kept}: ${why ?? ''}`, level: 'warn' };
  if (phase === 'saving') return { text: 'Saving…', level: 'good' };
  if (phase === 'unsaved') return { text: 'Unsaved changes', level: 'warn' };
  return savedAt === undefined ? undefined : { text: `Draft saved ${timeText(savedAt, now)}`, level: 'good' };
}

/** Returns a time for people: today "10:12", else "29 Nov, 10:12". */
export function timeText(timestamp: string, now = new Date()): string {
  const time = new Date(timestamp);
  const isToday = time.toDateString() === now.toDateString();
  const day = { day: 'numeric', month: 'short' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', isToday ? clock : { ...day, ...clock }).format(time);
}

import { createLogger, type Logger } from '@toolpress/runtime';

/** A logger for tests that says nothing. */
export const quietLogger = (): Logger => createLogger('test', 'silent');

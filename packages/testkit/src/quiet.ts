import { createLogger, type Logger } from '@toolpress/runtime';

/** Returns a logger without output. */
export const quietLogger = (): Logger => createLogger('test', 'silent');

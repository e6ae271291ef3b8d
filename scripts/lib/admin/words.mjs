/** How values of the service read on a terminal. */

/**
 * @param {string | null} moment ISO 8601
 * @returns {string} to the minute, UTC
 */
export const time = (moment) => (moment === null ? 'never' : moment.slice(0, 16).replace('T', ' '));

/**
 * @param {number} number
 * @returns {string} with its thousands apart
 */
export const count = (number) => number.toLocaleString('en-US');

/** @param {number | null} actions a month */
export const quota = (actions) => (actions === null ? 'none' : count(actions));

/**
 * @param {readonly string[]} commands without the program
 * @returns {['after', string]} what commander's addHelpText() takes
 */
export const examples = (...commands) => [
  'after',
  `\n${commands.length === 1 ? 'Example' : 'Examples'}:\n${commands.map((command) => `  scripts/admin ${command}`).join('\n')}`,
];

/** Saved templates as agents see their endpoints. */
import { TEMPLATE_PARTS } from '@toolpress/contract';
import type { ForAgents } from '../../api/endpoint.js';

/** What an agent has sent, or reads as a resource. */
const SENT = ['content', ...TEMPLATE_PARTS];

export const LIST_TEMPLATES: ForAgents = {
  name: 'list_templates',
  title: 'List saved templates',
  lines: [
    'Lists the saved templates of the account, without their contents. Free.',
    '`next_cursor` is the `cursor` of the next page; null on the last one.',
    'Read one with get_template, or print it: html_to_pdf takes its name as `template`.',
  ],
  hints: { readOnlyHint: true },
};

export const GET_TEMPLATE: ForAgents = {
  name: 'get_template',
  title: 'Get a saved template',
  lines: [
    'Returns the published version of a saved template: `content`, `css`, `sample_data` and `options`. Free.',
    'Its `files` are not in the answer.',
    'Change it in a copy, check that with check_template, then save it with save_template.',
  ],
  leaves: ['files'],
  hints: { readOnlyHint: true },
};

export const SAVE_TEMPLATE: ForAgents = {
  name: 'save_template',
  title: 'Save a template',
  lines: [
    'Saves a template under `name`: with `draft: true` as a draft, else as the published version, which calls use immediately. Free.',
    'It replaces the whole: send `content`, `css`, `sample_data` and `options` together. Earlier versions are kept.',
    '`warnings` list faults of the template. Publish a draft with publish_template.',
  ],
  leaves: SENT,
};

export const PUBLISH_TEMPLATE: ForAgents = {
  name: 'publish_template',
  title: 'Publish a template',
  lines: [
    'Publishes the draft of a template, or an earlier version again. Free.',
    '`version` is `draft` or a number; `note` tells people what has changed.',
    'From then on calls that name the template print this version.',
  ],
  leaves: SENT,
};

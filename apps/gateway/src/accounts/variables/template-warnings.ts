/** Finds what cannot be printed in a template that is saved or published. Saving it stays possible, because a draft may be unfinished. */
import { ServiceError, type TemplateFault, type VariableContent } from '@toolpress/contract';
import { compileTemplate } from '@toolpress/template';
import type { BodyOwner, LargeBodies } from '../../api/large-bodies.js';
import { called } from '../../api/large-body-tasks.js';

/** The length in characters up to which templates are compiled in this thread. It takes some milliseconds. */
const SMALL = 4 * 1024;

export type TemplateTexts = Pick<VariableContent, 'kind' | 'content' | 'css'>;

/** Returns the first fault in the blocks of each text, with the message of a check; undefined when there is none. */
export async function templateWarnings(
  { kind, content, css = '' }: TemplateTexts,
  largeBodies: Pick<LargeBodies, 'call'>,
  owner: BodyOwner,
): Promise<TemplateFault[] | undefined> {
  const texts = { kind, content, css };
  const length = content.length + css.length;
  const warnings = length <= SMALL ? blockFaults(texts) : await largeBodies.call(BLOCK_FAULTS, [texts], length, owner);
  return warnings.length === 0 ? undefined : warnings;
}

export const blockFaults = ({ kind, content, css = '' }: TemplateTexts): TemplateFault[] => [
  ...faultOf(content, kind),
  ...faultOf(css, 'css'),
];

const BLOCK_FAULTS = called(import.meta.url, blockFaults);

function faultOf(text: string, field: string): TemplateFault[] {
  try {
    compileTemplate(text, field);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, position } = error;
    return [{ code, message, ...position }];
  }
}

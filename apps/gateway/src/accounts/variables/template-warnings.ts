/** Finds what cannot be printed in a template that is saved or published. Saving it stays possible, because a draft may be unfinished. */
import { ServiceError, type TemplateFault, type VariableContent } from '@toolpress/contract';
import { compileTemplate } from '@toolpress/template';
import type { BodyOwner, LargeBodies } from '../../api/large-bodies.js';

/** The length in characters up to which templates are compiled in this thread. It takes some milliseconds. */
const SMALL = 16 * 1024;

export type TemplateTexts = Pick<VariableContent, 'kind' | 'content' | 'css'>;

/** Returns the first fault in the blocks of each text, with the message of a check; undefined when there is none. */
export async function templateWarnings(
  { kind, content, css = '' }: TemplateTexts,
  largeBodies: Pick<LargeBodies, 'call'>,
  owner: BodyOwner,
): Promise<TemplateFault[] | undefined> {
  const texts = Buffer.from(JSON.stringify({ kind, content, css }));
  const { warnings } =
    content.length + css.length <= SMALL
      ? blockFaults(texts)
      : await largeBodies.call<ReturnType<typeof blockFaults>>(BLOCK_FAULTS, texts, owner);
  return warnings.length === 0 ? undefined : warnings;
}

/** @param texts the parts of a template as JSON. */
export function blockFaults(texts: Buffer): { warnings: TemplateFault[] } {
  const { kind, content, css } = JSON.parse(texts.toString()) as Required<TemplateTexts>;
  return { warnings: [...faultOf(content, kind), ...faultOf(css, 'css')] };
}

const BLOCK_FAULTS = { module: import.meta.url, name: blockFaults.name };

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

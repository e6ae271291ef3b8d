/** The prompts of the Model Context Protocol: what a person picks from a list, and the agent then does. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';

/** The longest argument in characters. */
const MAX_ARGUMENT = 4_000;

const MAKE_TEMPLATE = {
  name: 'make_template',
  title: 'Make a template',
  description: 'Writes, checks, prints and saves the template of a document.',
  arguments: [
    { name: 'document', description: 'What to print: “an invoice in A4 with our letterhead”.', required: true },
    {
      name: 'data',
      description: 'An example of the data, as JSON. Without it the agent makes one up.',
      required: false,
    },
  ],
};

export function servePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: [MAKE_TEMPLATE] }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    if (name !== MAKE_TEMPLATE.name) throw invalid(`There is no prompt \`${name.slice(0, 60)}\`, only make_template.`);
    const { document, data } = given;
    if (!document) throw invalid('`document` is required: say what to print.');
    const long = Object.entries(given).find(([, value]) => value.length > MAX_ARGUMENT);
    if (long !== undefined) throw invalid(`\`${long[0]}\` must have at most ${MAX_ARGUMENT} characters.`);
    const text = promptFor(document, data);
    return { description: MAKE_TEMPLATE.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

const promptFor = (document: string, data: string | undefined): string =>
  `Make a template for this document with the tools of Toolpress: ${document}

${data ? `Its data looks like this:\n${data}` : 'Make up an example of its data, with a long case and a short one.'}

1. Call list_templates. If one fits, read it with get_template and change it instead.
2. Write HTML and CSS. Tags: [[name]], [[total | money: "EUR"]], [[date | date: "long"]], [[#each rows]]…[[/each]], [[#if paid]]…[[else]]…[[/if]]. Scripts never run. Set paper and margins by @page or by the options page_size and margin.
3. Call check_template with the data and \`strict: true\`. Write what its messages say, until \`ok\` is true.
4. Print it with html_to_pdf, with each example of the data. Look at page_count and warnings, and show me the link.
5. When I agree, call save_template with \`draft: true\`, the examples as \`sample_data\` and the options, then publish_template.`;

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** The answer of a check: the faults and warnings of a document that is not printed. */
import { flag, type Infer, integer, listOf, shape, text } from '../schema/schema.js';
import { ContentWarnings, MAX_WARNINGS } from '../schema/warnings.js';

export const TemplateFault = shape(
  {
    code: text().description('An error code.').example('template_invalid'),
    message: text()
      .description('The problem, its position and what to write instead.')
      .example(
        'In `html`, `[[total | mony: "EUR"]]` at line 1, column 4 has an unknown filter `mony`: write `| money`.',
      ),
  },
  {
    line: integer().min(1).description('Line of the fault in the sent text, if known.').example(1),
    column: integer().min(1).description('Column of the fault, if known.').example(4),
  },
);
export type TemplateFault = Infer<typeof TemplateFault>;

const findings = {
  faults: listOf(TemplateFault).description(
    `What printing would answer as errors, at most ${MAX_WARNINGS}: the first fault of each template, and every other fault.`,
  ),
  warnings: ContentWarnings.description('Differences between the sent and the printed document.').example([
    {
      code: 'css_ignored',
      message: 'In `css`, `float: footnote` at line 3, column 9 has no effect.',
      line: 3,
      column: 9,
    },
  ]),
};

export const TemplateCheck = shape({
  ok: flag().description('Whether the document has no fault.').example(false),
  ...findings,
});
export type TemplateCheck = Infer<typeof TemplateCheck>;
export type TemplateFindings = Omit<TemplateCheck, 'ok'>;

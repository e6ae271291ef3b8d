import { ServiceError } from '@toolpress/contract';
import { caseCount } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { html as names, parse } from 'parse5';
import { checkDocument } from '../check-document.js';
import { checkFragment } from '../check-fragment.js';
import { type Element, isElement, type ParentNode, parseHtml, serializeHtml } from '../html.js';
import { HTML_RULES, SVG_RULES } from './element-rules.js';
import type { Reports } from './explain.js';
import { mutations } from './testing/mutations.js';

const { NS } = names;

/** What was printed, or the code of the refusal; any other error is the test's failure. */
function outcome(check: () => { html: string }): { html: string } | { code: string } {
  try {
    return check();
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code };
    throw error;
  }
}

const fragment = (html: string): ReturnType<typeof outcome> =>
  outcome(() => {
    const checked = checkFragment(html, 'header_html');
    return complete({ html: checked.html, reports: checked.reports });
  });

/** What has lost content is an error for the caller. */
function complete<Checked extends { reports: Reports }>(checked: Checked): Checked {
  if (checked.reports.lacksContent || checked.reports.mayLackContent) throw new ServiceError('content_forbidden', '');
  return checked;
}

/** In quirks mode and in standards mode, by turns. */
function* documents(count: number, seed: number): Generator<string> {
  let isQuirky = false;
  for (const html of mutations(count, seed)) {
    isQuirky = !isQuirky;
    yield isQuirky ? html : `<!DOCTYPE html>${html}`;
  }
}

describe('What is printed', () => {
  it('is the same tree when it is parsed again, and passes again, for any broken HTML', () => {
    let accepted = 0;
    const count = caseCount(1_000, 2_500);
    for (const html of documents(count, 20_260_417)) {
      const checked = outcome(() => complete(checkDocument({ html, css: 'p { color: red }' })));
      if ('code' in checked) continue;
      accepted += 1;
      expect(serializeHtml(parseHtml(checked.html, 'document')), html).to.equal(checked.html);
      expect(
        outcome(() => checkDocument({ html: checked.html })),
        html,
      ).to.have.property('html', checked.html);
    }
    expect(accepted).to.be.above(count * 0.4);
  });

  it('is so for headers and footers too, whichever mode the document is in', () => {
    let accepted = 0;
    const count = caseCount(250, 600);
    for (const html of mutations(count, 99)) {
      const checked = fragment(html);
      if ('code' in checked) continue;
      accepted += 1;
      expect(fragment(checked.html), html).to.have.property('html', checked.html);
      const [quirks, standards] = ['<html>', '<!DOCTYPE html><html>'].map((start) =>
        serializeHtml(parseHtml(`${start}<body><div>${checked.html}</div>`, 'document')),
      );
      expect(`<!DOCTYPE html>${quirks}`, html).to.equal(standards);
    }
    expect(accepted).to.be.above(count / 4);
  });

  it('holds no element or attribute that the policy takes out', () => {
    for (const html of documents(caseCount(300, 800), 7)) {
      const checked = outcome(() => checkDocument({ html }));
      if ('code' in checked) continue;
      for (const { tagName, namespaceURI, attrs, childNodes } of elementsOf(parse(checked.html))) {
        if (attrs.some(({ name, value }) => name === 'style' && STAND_IN.test(value))) {
          // The replacement of a frame has its name, and loads nothing.
          expect(childNodes, html).to.deep.equal([]);
          expect(attrs.filter(({ name }) => !/^(?:id|class|hidden|lang|dir|title|style|data-.*)$/.test(name))).to.be
            .empty;
          continue;
        }
        expect(TAKEN_OUT, html).not.to.include(`${namespaceURI} ${tagName}`);
        expect(
          attrs.filter(({ name }) => name.startsWith('on')),
          html,
        ).to.deep.equal([]);
      }
    }
  });
});

const STAND_IN = /;?position:absolute!important;.*background:url\(https:\/\/[\da-f]{24}-d\d+\.invalid\/\)!important$/;

const TAKEN_OUT = [
  ...HTML_RULES.filter(({ when }) => when === undefined).flatMap((rule) =>
    rule.names.map((name) => `${NS.HTML} ${name}`),
  ),
  ...SVG_RULES.flatMap((rule) => rule.names.map((name) => `${NS.SVG} ${name}`)),
];

function elementsOf(node: ParentNode): Element[] {
  const elements = node.childNodes.filter(isElement);
  return [...elements, ...elements.flatMap(elementsOf)];
}

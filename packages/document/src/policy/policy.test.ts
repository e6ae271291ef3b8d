import type { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import type { DocumentParts } from '../checked-document.js';
import { type AcceptedCase, POLICY_CASES, type RefusedCase } from './testing/cases.js';

/** What a document is printed as when it has this head and body. */
const printed = (head: string, body: string): string => `<html><head>${head}</head><body>${body}</body></html>`;

function expectAccepted({ parts, body = '', head = '', images }: AcceptedCase): void {
  const checked = checkDocument(parts);
  if (parts.css === undefined) expect(checked.html.replace(/<body [^>]*>/, '<body>')).to.equal(printed(head, body));
  else expect(checked.html).to.equal(printed(`<style>${parts.css}</style>`, ''));
  expect(checked.images.map(({ url }) => url)).to.deep.equal(images);
  const reports = checked.reports.read(checked.reports.addresses);
  expect(reports.filter(({ code }) => code !== 'link_dead')).to.deep.equal([]);
}

function expectRefused({ parts, says }: RefusedCase): void {
  expect(saysOf(parts).slice(0, says.length)).to.equal(says);
}

/** Returns the first warning of a document whose browser requests everything. */
function saysOf(parts: DocumentParts): string {
  try {
    const { reports } = checkDocument(parts);
    return reports.read(reports.addresses)[0]?.message ?? 'nothing';
  } catch (error) {
    expect((error as ServiceError).status).to.equal(422);
    return (error as ServiceError).message;
  }
}

describe('The content policy', () => {
  for (const policyCase of POLICY_CASES) {
    if (policyCase.accepted) it(`accepts ${policyCase.name}`, () => expectAccepted(policyCase));
    else it(`refuses ${policyCase.name}`, () => expectRefused(policyCase));
  }

  it('has a table whose cases have distinct names', () => {
    const names = POLICY_CASES.map(({ name, accepted }) => `${accepted} ${name}`);
    expect(names.length).to.be.at.least(150);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
  });

  it('treats its output like its input', () => {
    for (const policyCase of POLICY_CASES) {
      if (!policyCase.accepted) continue;
      const checked = checkDocument(policyCase.parts);
      const again = checkDocument({ html: checked.html });
      expect(again.html, policyCase.name).to.equal(checked.html);
      expect(again.images.map(({ url }) => url)).to.deep.equal(policyCase.images);
    }
  });
});

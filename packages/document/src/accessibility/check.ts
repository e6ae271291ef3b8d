/** Accessibility as a step of checking a document, which the caller of `checkDocument` passes. */
import type { ParentNode } from '../html.js';
import type { SourceText } from '../policy/explain.js';
import type { Spans } from '../policy/violation.js';
import { Accessibility } from './accessibility.js';
import { type Drawn, type Noted, Study, type StudyOptions } from './study.js';

export interface AccessibilityOptions extends StudyOptions {
  /** Whether PDF/UA-1 is requested, or PDF/A level A alone. */
  readonly isUniversal: boolean;
}

export class AccessibilityCheck {
  constructor(private readonly options: AccessibilityOptions & { drawn?: Drawn }) {}

  study(document: ParentNode, spans: Spans): Study {
    return new Study(document, spans, this.options);
  }

  /** @param locate returns the findings with positions, once the browser has drawn the document. */
  result(study: Study, sources: Record<string, SourceText>, locate: (drawn: Drawn) => readonly Noted[]): Accessibility {
    return new Accessibility(study, this.options.isUniversal === true, sources, locate);
  }

  /** Returns the check of the document that the browser has drawn. */
  ofDrawn(drawn: Drawn): AccessibilityCheck {
    return new AccessibilityCheck({ ...this.options, drawn });
  }
}

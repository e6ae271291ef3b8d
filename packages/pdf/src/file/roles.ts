/** Structure types that PDF 1.7 does not define, and the closest types that it does (ISO 32000-1, 14.8.4). */
export const ROLES: Readonly<Record<string, string>> = {
  Strong: 'Span',
  Em: 'Span',
  Aside: 'Sect',
  Title: 'P',
  FENote: 'Note',
  Sub: 'Span',
};

/** The field of a value: what it takes depends on the value's type. */
import { checkbox, field, h } from '../ui/dom.js';
import { type JsonNode, rawOf } from './json-tree.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** The length from which a text has several lines. */
const LONG = 60;

/** @param text the JSON of which `node` is a part. @param changed receives the JSON of a new value. */
export function inputOf(node: JsonNode, label: string, text: string, changed: (json: string) => void): HTMLElement {
  const raw = rawOf(text, node);
  if (node.kind === 'boolean') return booleanOf(raw === 'true', label, changed);
  if (node.kind === 'number') return numberOf(raw, label, changed);
  const value = (JSON.parse(raw) as string | null) ?? '';
  if (DAY.test(value)) return dayOf(value, label, changed);
  const isNull = node.kind === 'null';
  const write = (written: string): void => changed(isNull && written === '' ? 'null' : JSON.stringify(written));
  const attributes = {
    autocomplete: 'off',
    spellcheck: 'false',
    on: { input: (event: Event) => write((event.target as HTMLInputElement).value) },
  };
  if (value.length <= LONG && !value.includes('\n'))
    return field(label, h('input', { ...attributes, value, placeholder: isNull ? 'no value' : undefined }));
  const area = h('textarea', { ...attributes, rows: 3 });
  area.value = value;
  return field(label, area);
}

/** The digits stay as they are written: the field holds a text. */
function numberOf(raw: string, label: string, changed: (json: string) => void): HTMLElement {
  const hint = h(
    'p',
    { class: 'problem', role: 'alert', hidden: true },
    'A number, such as 1.50. The last one is kept.',
  );
  const input = h('input', { value: raw, inputmode: 'decimal', autocomplete: 'off', class: 'digits' });
  input.addEventListener('input', () => {
    const written = input.value.trim();
    const isNumber = NUMBER.test(written);
    hint.hidden = isNumber;
    input.setAttribute('aria-invalid', String(!isNumber));
    if (isNumber) changed(written);
  });
  const element = field(label, input);
  element.append(hint);
  return element;
}

function booleanOf(isTrue: boolean, label: string, changed: (json: string) => void): HTMLElement {
  const box = h('input', { type: 'checkbox', checked: isTrue, on: { change: () => changed(String(box.checked)) } });
  return checkbox(label, box);
}

/** A date is empty while it is being typed. The last whole one is kept. */
function dayOf(value: string, label: string, changed: (json: string) => void): HTMLElement {
  const input = h('input', {
    type: 'date',
    value,
    on: { input: () => input.value !== '' && changed(JSON.stringify(input.value)) },
  });
  return field(label, input);
}

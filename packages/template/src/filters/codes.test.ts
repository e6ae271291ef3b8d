import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

const fill = (template: string, data: JsonObject = {}, language: 'html' | 'css' = 'html'): string =>
  fillTemplate(compileTemplate(template, language), data, { escape: language });

const SVG =
  /^<svg role="img" aria-label="([^"<>]*)" width="([\d.]+)mm" height="([\d.]+)mm" viewBox="([-\d. ]+)"><path fill="#000" fill-rule="evenodd" d="[MLHVQZhvz\d. -]+"\/><\/svg>$/;

interface Drawn {
  label: string;
  width: number;
  height: number;
  viewBox: number[];
}

function drawn(template: string, data: JsonObject = {}): Drawn {
  const svg = fill(template, data);
  const [all, label = '', width, height, viewBox = ''] = SVG.exec(svg) ?? [];
  expect(all, svg.slice(0, 200)).to.equal(svg);
  return { label, width: Number(width), height: Number(height), viewBox: viewBox.split(' ').map(Number) };
}

const CODES = {
  code128: 'ABC-123 x',
  code39: 'ABC-123',
  ean13: '4006381333931',
  ean8: '96385074',
  upca: '036000291452',
  itf14: '15400141288763',
  'gs1-128': '(01)09521234543213(10)ABC123',
  datamatrix: 'Grüße, 日本\n2',
  pdf417: 'Straße 1',
};

describe('A code', () => {
  it('is one path, with a label', () => {
    const codes = Object.entries(CODES).flatMap(([type, text]) => {
      return ['', ', text: true'].map((more) => fill(`[[v | barcode: "${type}"${more}]]`, { v: text }));
    });
    codes.push(fill('[["https://example.com?a=1&b=2" | qr]]'));
    for (const svg of codes) {
      expect(svg).to.match(SVG);
    }
  });

  it('has the requested size, including its margins', () => {
    expect(drawn('[["x" | qr]]')).to.deep.include({ width: 30, height: 30, viewBox: [-4, -4, 29, 29], label: 'x' });
    expect(drawn('[["x" | qr: size: "1in", margin: 0]]')).to.deep.include({ width: 25.4, viewBox: [0, 0, 21, 21] });
    const { width, height, viewBox } = drawn('[["ABC-123" | barcode: width: "50mm", height: "10mm"]]');
    expect(width).to.equal(50);
    expect(height).to.be.closeTo(10, 0.5);
    expect(viewBox[2]).to.equal(2 * (11 * 7 + 11 + 11 + 13 + 20)); // start, data, check, stop, margins
    expect(drawn('[["ABC-123" | barcode]]').width).to.be.closeTo(0.33 * (11 * 7 + 11 + 11 + 13 + 20), 0.01);
    expect(drawn('[["ABC-123" | barcode]]').height).to.be.closeTo(15, 0.5);
    expect(drawn('[["x" | barcode: "datamatrix", width: "2cm"]]')).to.deep.include({ width: 20, height: 20 });
  });

  it('has a label that is cut where it is long, and escaped', () => {
    expect(drawn('[["x" | qr: label: l]]', { l: 'Scan "me" <now>' }).label).to.equal('Scan &quot;me&quot; &lt;now&gt;');
    expect(drawn('[[x | qr]]', { x: 'y'.repeat(500) }).label).to.equal(`${'y'.repeat(200)}…`);
  });

  it('holds numbers, lines, what the level has room for, and halves of characters as none', () => {
    expect(drawn('[[ean | barcode: "ean13"]]', { ean: 4006381333931 }).label).to.equal('4006381333931');
    const lines = ['BCD', '002', '', null, 7];
    expect(fill('[[l | qr]]', { l: lines })).to.equal(fill('[[t | qr]]', { t: 'BCD\n002\n\n\n7' }));
    expect(drawn('[[x | qr: level: "L", margin: 0]]', { x: 'y'.repeat(2953) }).viewBox[2]).to.equal(177);
    expect(drawn('[[x | qr]]', { x: '7'.repeat(5000) }).viewBox[2]).to.equal(177);
    expect(fill('[[x | qr]]', { x: 'a\ud800' })).to.equal(fill('[[x | qr]]', { x: 'a\ufffd' }));
  });

  it('returns an empty string for an empty value, and plain text in CSS', () => {
    expect(fill('[[x | qr]][[x | barcode]][[e | qr]]', { x: null, e: '' })).to.equal('');
    expect(fill('p::before { content: "[["x" | qr]]" }', {}, 'css')).to.match(
      /^p::before \{ content: "\\3c svg [^<>"]*" \}$/,
    );
  });

  it('adds the check digit that is missing', () => {
    for (const [type, text] of Object.entries({ ean13: '400638133393', ean8: '9638507', upca: '03600029145' })) {
      const path = (code: string): string | undefined =>
        / d="[^"]*"/.exec(fill(`[[c | barcode: t]]`, { c: code, t: type }))?.[0];
      expect(path(text), type).to.equal(path(CODES[type as keyof typeof CODES]));
    }
  });

  for (const [template, fault] of [
    ['[["4006381333932" | barcode: "ean13"]]', 'a wrong check digit, the last digit of ean13'],
    ['[["036000291453" | barcode: "upca"]]', 'a wrong check digit'],
    ['[["4006381" | barcode: "ean13"]]', 'takes 12 digits, or 13 with the check digit'],
    ['[["abc" | barcode: "code39"]]', 'capital letters'],
    ['[["é" | barcode]]', 'up to 80 characters of ASCII'],
    ['[["(01)123" | barcode: "gs1-128"]]', 'GS1’s numbers in parentheses'],
    ['[["(9999)123" | barcode: "gs1-128"]]', 'GS1’s numbers in parentheses'],
    ['[["x" | barcode: "qrcode"]]', '"code128", "code39", "ean13"'],
    ['[["x" | barcode: "__proto__"]]', 'wrong value for `type`'],
    ['[["x" | barcode: "datamatrix", height: "5mm"]]', 'follows from the `width`'],
    ['[["x" | barcode: text: "yes"]]', 'write `true` or `false`'],
    ['[[long | barcode]]', 'up to 80 characters'],
    ['[[long | barcode: "datamatrix"]]', 'up to 500 characters'],
    ['[[long | qr]]', 'of `M` 2,331'],
    ['[[longer | qr]]', 'a text that is too long for a code'],
    ['[["x" | qr: level: "Z"]]', 'write "L", "M", "Q", "H"'],
    ['[["x" | qr: size: 30]]', 'write a length such as "30mm"'],
    ['[["x" | qr: size: "30"]]', 'write a length'],
    ['[["x" | qr: size: "50%"]]', 'write a length'],
    ['[["x" | qr: size: "9999in"]]', 'from 2mm to 1000mm'],
    ['[["x" | qr: size: "1mm"]]', 'from 2mm to 1000mm'],
    ['[["x" | qr: size: "3mm; x"]]', 'write a length'],
    ['[["x" | qr: margin: 1000]]', 'from 0 to 40'],
    ['[["x" | qr: label: 1]]', '`label` that is not a text'],
    ['[[object | qr]]', 'an object where it needs a text'],
    ['[[nested | qr]]', 'a list of lines'],
  ] as const) {
    it(`is a fault: ${template}`, () => {
      const data = { long: 'y'.repeat(2332), longer: '7'.repeat(10_000), object: { a: 1 }, nested: [['a']] };
      expect(() => fill(template, data))
        .to.throw(fault)
        .with.property('code', 'template_invalid');
    });
  }

  it('counts as the work that it is', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => index);
    for (const filter of ['qr: level: "H"', 'barcode', 'barcode: "pdf417"']) {
      const template = compileTemplate(`[[#rows]][[. | ${filter}]][[/rows]]`);
      expect(() => fillTemplate(template, { rows }, { maxSteps: 100_000 }), filter).to.throw('100000 steps');
    }
  });
});

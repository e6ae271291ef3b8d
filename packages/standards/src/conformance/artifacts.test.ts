import { patched } from '@toolpress/pdf/edit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { artifactsIn, type Drawn, marksIn, type Surroundings } from './artifacts.js';

/** @returns the stream in one line, with its artifacts marked. @param texts of the glyphs in a document with marks of emphasis. */
function marked(
  stream: string,
  draws: Readonly<Record<string, Drawn>> = {},
  surroundings: Surroundings = 'none',
  texts?: string,
) {
  const bytes = Buffer.from(stream, 'latin1');
  let last = 7;
  const patches = artifactsIn(bytes, surroundings, {
    draw: (name) => draws[name] ?? 'piece',
    glyphsOf: (_font, operands) => glyphsIn(operands),
    ...(texts !== undefined && {
      textOf: (_font: string, operands: string) =>
        glyphsIn(operands)
          .map((glyph) => texts[glyph - 1])
          .join(''),
    }),
    split: () => ++last,
  });
  return patched(bytes, patches).toString('latin1').trim().replace(/\s+/g, ' ');
}

const glyphsIn = (operands: string): number[] =>
  [...Buffer.from(/<(.*)>/.exec(operands)?.[1] ?? '', 'hex')].filter(Boolean);

describe('Artifacts', () => {
  it('are paths, shadings, images and text without marks, with whole paths', () => {
    expect(marked('0 0 m 9 9 l S')).to.equal('/Artifact BMC 0 0 m 9 9 l S EMC');
    expect(marked('1 0 0 rg 0 0 9 9 re f*')).to.equal('1 0 0 rg /Artifact BMC 0 0 9 9 re f* EMC');
    expect(marked('/Sh1 sh')).to.equal('/Artifact BMC /Sh1 sh EMC');
    expect(marked('q /X1 Do Q')).to.equal('q /Artifact BMC /X1 Do EMC Q');
    expect(marked('BI /W 1 /H 1 ID \xff EI Q')).to.equal('/Artifact BMC BI /W 1 /H 1 ID \xff EI EMC Q');
    expect(marked('BT /F1 9 Tf (a) Tj ET')).to.equal('/Artifact BMC BT /F1 9 Tf (a) Tj ET EMC');
  });

  it('are joined when nothing with marks is between them', () => {
    expect(marked('0 0 1 1 re f q BT (a) Tj ET Q /P <</MCID 0>>BDC 1 1 1 1 re f EMC 2 2 1 1 re f')).to.equal(
      '/Artifact BMC 0 0 1 1 re f q BT (a) Tj ET EMC Q /P <</MCID 0>>BDC 1 1 1 1 re f EMC /Artifact BMC 2 2 1 1 re f EMC',
    );
  });

  it('leave out what has marks and what draws nothing', () => {
    for (const stream of [
      '/P <</MCID 0 >>BDC q 0 0 1 1 re f Q BT (a) Tj ET EMC',
      '/Artifact BMC 0 0 1 1 re f EMC',
      '/Artifact <</Type /Pagination>> BDC /X1 Do EMC',
      'q 0 0 9 9 re W n 1 0 0 1 0 0 cm /G0 gs Q',
      'BT /F1 9 Tf ET',
    ])
      expect(marked(stream)).to.equal(stream);
    expect(marked('0 0 1 1 re f', {}, 'tagged')).to.equal('0 0 1 1 re f');
  });

  it('begin and end within a text, or around it', () => {
    expect(marked('0 0 1 1 re f BT (a) Tj /P <</MCID 0>>BDC (b) Tj EMC (c) Tj ET 2 2 1 1 re f')).to.equal(
      '/Artifact BMC 0 0 1 1 re f EMC BT /Artifact BMC (a) Tj EMC /P <</MCID 0>>BDC (b) Tj EMC /Artifact BMC (c) Tj EMC ET /Artifact BMC 2 2 1 1 re f EMC',
    );
  });

  it('contain whole sequences that only have a text', () => {
    expect(marked('BT /Span <</ActualText <FEFF>>> BDC <01> Tj EMC ET')).to.equal(
      '/Artifact BMC BT /Span <</ActualText <FEFF>>> BDC <01> Tj EMC ET EMC',
    );
    expect(marked('BT /P <</MCID 0>>BDC <01> Tj EMC /Span <</ActualText <FEFF>>> BDC <01> Tj EMC ET')).to.equal(
      'BT /P <</MCID 0>>BDC <01> Tj EMC /Artifact BMC /Span <</ActualText <FEFF>>> BDC <01> Tj EMC EMC ET',
    );
  });

  it('end before a form with marks, and contain the copy of one without', () => {
    const draws = { X2: 'marked', X3: { name: 'Copy' } } as const;
    expect(marked('/X1 Do /X2 Do /X1 Do /X3 Do', draws)).to.equal(
      '/Artifact BMC /X1 Do EMC /X2 Do /Artifact BMC /X1 Do /Copy Do EMC',
    );
  });

  it('are images after a text that they do not belong to', () => {
    const text = '/NonStruct <</MCID 0>>BDC BT (a) Tj ET';
    expect(marked(`${text} Q q 0 0 m 1 1 l S /X1 Do EMC`)).to.equal(
      `${text} Q q 0 0 m 1 1 l S EMC /Artifact BMC /X1 Do EMC`,
    );
    for (const stream of [
      `${text} /X1 Do BT (b) Tj ET EMC`,
      '/Figure <</MCID 0>>BDC BT (a) Tj ET /X1 Do EMC',
      '/NonStruct <</MCID 0>>BDC /X1 Do EMC',
    ])
      expect(marked(stream)).to.equal(stream);
    expect(marked(`${text} /X1 Do EMC`, { X1: 'marked' })).to.equal(`${text} /X1 Do EMC`);
  });

  it('are not found in strings, names, comments and images', () => {
    for (const stream of [
      '(0 0 1 1 re f \\) ( S ) ) Tj',
      '[(f) -9 <66>] TJ',
      '/f gs % 0 0 m S',
      '<</S [/f (f)]>> /f DP',
    ])
      expect(marked(`/P <</MCID 0>>BDC ${stream}\nEMC`)).to.equal(`/P <</MCID 0>>BDC ${stream} EMC`);
    expect(marked('/f gs % 0 0 m S')).to.equal('/f gs % 0 0 m S');
    expect(marked('/P <</MCID 0>>BDC BI /W 9 ID EMC f EI\x01 EMC f\nEI EMC')).to.match(/BDC BI .* EI EMC$/);
  });

  it('are found in linear time in data that is not a content stream, and remove none of it', () => {
    for (const piece of [
      '(',
      '<',
      '<<',
      '/',
      '%',
      'BI ID ',
      'BI ID \nEI\x01',
      'BT ',
      'EMC ',
      '/P BMC ',
      '\xff',
      're ',
      'f ',
    ])
      for (const stream of [piece.repeat(100_000), `q ${piece}`]) {
        const began = process.cpuUsage().user;
        expect(marked(stream).length, piece).to.be.at.least(stream.trim().replace(/\s+/g, ' ').length);
        expect(process.cpuUsage().user - began, piece).to.be.below(5_000_000);
      }
  });
});

describe('A text that is drawn again', () => {
  const text = (glyphs: string, y = 9, font = 'F1') => `BT /${font} 9 Tf 1 0 0 -1 8 ${y} Tm ${glyphs} Tj ET`;
  const within = (content: string, mcid = 0) => `/NonStruct <</MCID ${mcid}>>BDC ${content} EMC`;
  const again = (content: string) =>
    `/Artifact <</Type /Layout>> BDC /Span <</ActualText <FEFF>>> BDC ${content} EMC EMC`;
  const rest = (content: string, mcid: number) => within(content, mcid).replace('>>BDC', '>> BDC');
  const [one, line] = [text('<0001>'), text('<0002>', 20)];

  it('is read once: shadows and outlines', () => {
    const shadow = `q 3 0 0 3 6 6 cm /NonStruct <</MCID 0>>BDC ${one} Q q`;
    for (const matrix of ['3 0 0 3 0 0 cm', '3 0 0 3 18 12 cm'])
      expect(marked(`${shadow} ${matrix} ${one} EMC Q`), matrix).to.equal(`${shadow} ${matrix} EMC ${again(one)} Q`);
    expect(marked(within(`${one} ${text('<01>', 9, 'F2')}`))).to.equal(
      `${within(one)} ${again(text('<01>', 9, 'F2'))}`,
    );
    expect(marked(within(`${one} ${one} ${one} q ${line} Q ${line} ${text('<0003>', 31)}`))).to.equal(
      `${within(one)} ${again(`${one} ${one}`)} ${rest(`q ${line} Q`, 8)} ${again(line)} ${rest(text('<0003>', 31), 9)}`,
    );
  });

  it('may have several fonts', () => {
    const behind = (glyphs: string, font: string, x = 5) =>
      `BT /${font} 9 Tf 1 0 0 -1 8 9 Tm ${x} 0 Td ${glyphs} Tj ET`;
    const fill = `${text('<00010002>')} ${behind('<0003>', 'F2')}`;
    expect(marked(within(`${fill} ${fill}`))).to.equal(`${within(fill)} ${again(fill)}`);
    const parts = `${text('<01>', 9, 'F3')} ${behind('<02>', 'F4', 2)} ${behind('<03>', 'F5')}`;
    expect(marked(within(`${fill} ${parts}`))).to.equal(`${within(fill)} ${again(parts)}`);
    expect(marked(within(`${parts} ${fill}`))).to.equal(`${within(parts)} ${again(fill)}`);
  });

  it('is read again where it may be another: farther away, turned, or after others', () => {
    const first = `q 3 0 0 3 6 6 cm /NonStruct <</MCID 0>>BDC ${one} Q q`;
    for (const matrix of ['3 0 0 3 24 6 cm', '3 0 0 3 6 -24 cm', '2 0 0 3 6 6 cm', '']) {
      const both = `${first} ${matrix} ${one} EMC Q`.replace('  ', ' ');
      expect(marked(both), matrix).to.equal(both);
    }
    const column = `${one} ${line} Q q ${one} ${line}`;
    expect(marked(within(column))).to.equal(within(column));
  });

  it('ends before a text in another sequence', () => {
    const other = `/Span <</ActualText <FEFF>>> BDC ${line} EMC`;
    expect(marked(within(`${one} ${one} ${other} ${one}`))).to.equal(
      `${within(one)} ${again(one)} ${rest(other, 8)} ${again(one)}`,
    );
  });

  it('may have more glyphs than a call may have arguments', () => {
    const long = (font: string) => text(`<${'01'.repeat(200_000)}>`, 9, font);
    expect(marked(within(`${long('F1')} ${long('F2')}`))).to.equal(`${within(long('F1'))} ${again(long('F2'))}`);
  });

  it('has marks of emphasis, which have half its size', () => {
    const withMarks = (stream: string, texts = 'abc•◦') => marked(stream, {}, 'none', texts);
    const marked16 = 'BT /F1 16 Tf 1 0 0 -1 8 30 Tm <000100020003> Tj ET';
    const marks = (glyphs: string, x = 8) => `BT /F1 8 Tf 1 0 0 -1 ${x} 15 Tm 2 0 Td ${glyphs} Tj ET`;
    expect(withMarks(within(`${marked16} ${marks('<000400040004>')}`))).to.equal(
      `${within(marked16)} ${again(marks('<000400040004>'))}`,
    );
    for (const other of [
      marks('<000400040005>'),
      marks('<000400040004>', 9),
      marks('<000400040004>').replace(' 8 Tf', ' 9 Tf'),
    ])
      expect(withMarks(within(`${marked16} ${other}`))).to.equal(within(`${marked16} ${other}`));
    const letters = within(`${marked16} ${marks('<000400040004>')}`);
    for (const texts of ['abcx◦', 'abc1◦', 'abc漢◦']) expect(withMarks(letters, texts), texts).to.equal(letters);
    expect(marked(letters)).to.equal(letters);
  });

  it('is absent at another place, with other glyphs, or in another part', () => {
    for (const two of [
      within(`${one} ${text('<0001>', 20)}`),
      within(`${one} ${text('<0002>')}`),
      `${within(one)} ${within(one)}`,
    ])
      expect(marked(two)).to.equal(two);
  });
});

describe('A drawing without its marks', () => {
  it('keeps its layers and texts', () => {
    const bytes = Buffer.from(
      '/OC /L BDC /P <</MCID 0>>BDC /Span <</ActualText <>>> BDC f EMC EMC /Artifact BMC f EMC EMC f',
    );
    expect(patched(bytes, marksIn(bytes)).toString().replace(/\s+/g, ' ')).to.equal(
      '/OC /L BDC /Span <</ActualText <>>> BDC f EMC f EMC f',
    );
  });
});

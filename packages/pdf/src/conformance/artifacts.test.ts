import { expect } from 'chai';
import { describe, it } from 'mocha';
import { artifactsIn, type Drawn, marksIn, type Surroundings } from './artifacts.js';
import { patched } from './content-operations.js';

/** @returns the stream in one line, with its artifacts marked. */
function marked(stream: string, draws: Readonly<Record<string, Drawn>> = {}, surroundings: Surroundings = 'none') {
  const bytes = Buffer.from(stream, 'latin1');
  const patches = artifactsIn(bytes, surroundings, (name) => draws[name] ?? 'piece');
  return patched(bytes, patches).toString('latin1').trim().replace(/\s+/g, ' ');
}

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

describe('The shadow of a text', () => {
  it('is not read out', () => {
    const text = 'BT /F1 9 Tf 1 0 0 -1 8 9 Tm <0001> Tj ET';
    const silent = (shadow: string) => `/Span <</ActualText <FEFF>>> BDC ${shadow} EMC`;
    const within = (content: string) => `/NonStruct <</MCID 0>>BDC ${content} EMC`;
    expect(marked(within(`${text} 1 0 0 1 2 2 cm ${text}`))).to.equal(within(`${silent(text)} 1 0 0 1 2 2 cm ${text}`));
    expect(marked(within(`${text} ${text} ${text}`))).to.equal(within(`${silent(text)} ${silent(text)} ${text}`));
    for (const two of [within(`${text} BT /F1 9 Tf 1 0 0 -1 8 20 Tm <0001> Tj ET`), `${within(text)} ${within(text)}`])
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

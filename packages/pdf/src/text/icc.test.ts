import { pdfOfObjects, streamObject } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PdfFile } from '../file/pdf-file.js';
import { asDictionary } from '../file/read.js';
import { PdfEdit } from '../file/write.js';
import { checkFonts } from './fonts.js';

/** @param profile of an image with this number of components. @returns the image's colour space after the check. */
function spaceWith(profile: Buffer, components = 3): unknown {
  const pdf = pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
    streamObject('/X Do'),
    streamObject('...', '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/ICCBased 6 0 R]'),
    streamObject(profile, `/N ${components}`),
  ]);
  const edit = new PdfEdit(new PdfFile(pdf));
  checkFonts(edit, false);
  return asDictionary(edit.follow({ object: 5 })).get('ColorSpace');
}

/** The header of a profile. */
function profile(changes: Readonly<Record<number, string>> = {}): Buffer {
  const head = Buffer.alloc(140);
  for (const [at, text] of Object.entries({ 8: '\x04\x20', 12: 'mntr', 16: 'RGB ', 36: 'acsp', ...changes }))
    head.write(text, Number(at), 'latin1');
  return head;
}

describe('The colour profile of an image', () => {
  it('is kept when it is valid', () => {
    expect(spaceWith(profile())).to.deep.equal(['/ICCBased', { object: 6 }]);
    expect(spaceWith(profile({ 12: 'prtr', 16: 'GRAY' }), 1)).to.deep.equal(['/ICCBased', { object: 6 }]);
  });

  it('is removed when its class, version or colour space is wrong, or it is empty', () => {
    for (const changes of [{ 12: 'link' }, { 12: 'nmcl' }, { 8: '\x05' }, { 16: 'GRAY' }, { 36: 'none' }])
      expect(spaceWith(profile(changes)), JSON.stringify(changes)).to.equal('/DeviceRGB');
    expect(spaceWith(Buffer.from('no'))).to.equal('/DeviceRGB');
    expect(spaceWith(profile(), 1)).to.equal('/DeviceGray');
  });
});

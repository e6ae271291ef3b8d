/** Reads an image's type and size from its header. */
/** A small file can declare more pixels than fit into memory. 100 million are an A0 sheet at 230 dpi. */
export const MAX_IMAGE_PIXELS = 100_000_000;
/** @returns undefined when the bytes are no PNG, JPEG or GIF, or its header is truncated or declares no pixels. */
export function imageHeader(bytes) {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const header = png(view) ?? gif(view) ?? jpeg(view);
    return header && header.width > 0 && header.height > 0 ? header : undefined;
}
/** The signature, and the beginning of the header chunk, which has to be the first. */
const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
function png(bytes) {
    if (bytes.length < 33 || !startsWith(bytes, PNG_START))
        return undefined;
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
function gif(bytes) {
    if (bytes.length < 13 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)))
        return undefined;
    return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);
/** The size is in the frame header, after segments of any length. */
function jpeg(bytes) {
    if (!startsWith(bytes, JPEG_SIGNATURE))
        return undefined;
    for (let at = 2; at + 9 <= bytes.length;) {
        if (bytes[at] !== 0xff)
            return undefined;
        const marker = bytes.readUInt8(at + 1);
        if (marker === 0xff)
            at += 1; // a filler
        else if (isFrameHeader(marker))
            return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
        else
            at += 2 + bytes.readUInt16BE(at + 2);
    }
    return undefined;
}
/** SOF0 to SOF15, without DHT, JPG and DAC, which are among them. */
const isFrameHeader = (marker) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const startsWith = (bytes, beginning) => bytes.subarray(0, beginning.length).equals(beginning);
//# sourceMappingURL=header.js.map
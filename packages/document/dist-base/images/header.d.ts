/** Reads an image's type and size from its header. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif';
export interface ImageHeader {
    readonly type: ImageType;
    /** Pixels. */
    readonly width: number;
    /** Pixels. */
    readonly height: number;
}
/** A small file can declare more pixels than fit into memory. 100 million are an A0 sheet at 230 dpi. */
export declare const MAX_IMAGE_PIXELS = 100000000;
/** @returns undefined when the bytes are no PNG, JPEG or GIF, or its header is truncated or declares no pixels. */
export declare function imageHeader(bytes: Uint8Array): ImageHeader | undefined;
//# sourceMappingURL=header.d.ts.map
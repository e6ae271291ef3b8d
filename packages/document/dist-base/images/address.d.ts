/** An allowed address in normal form (`https:`, or `data:` with the image itself), or what is wrong with it. */
type ImageAddress = {
    readonly url: string;
} | {
    readonly fault: string;
};
/**
 * @param written the attribute's value.
 * @returns the address; or a phrase that follows the name of the attribute in a message.
 */
export declare function imageAddress(written: string): ImageAddress;
export {};
//# sourceMappingURL=address.d.ts.map
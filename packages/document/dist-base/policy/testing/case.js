/** Without a body, the HTML itself is what is printed. */
export const accepted = (...cases) => cases.map(([name, html, body = html, ...images]) => ({ name, parts: { html }, accepted: true, body, images }));
export const acceptedHead = (...cases) => cases.map(([name, html, head]) => ({ name, parts: { html }, accepted: true, head, images: [] }));
export const acceptedCss = (...cases) => cases.map(([name, css]) => ({ name, parts: { html: '', css }, accepted: true, images: [] }));
export const refused = (...cases) => cases.map(([name, html, says]) => ({ name, parts: { html }, accepted: false, says }));
export const refusedCss = (...cases) => cases.map(([name, css, says]) => ({ name, parts: { html: '', css }, accepted: false, says }));
//# sourceMappingURL=case.js.map
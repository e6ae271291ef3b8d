export {};
//# sourceMappingURL=print-css.test.d.ts.map
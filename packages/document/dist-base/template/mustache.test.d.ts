export {};
//# sourceMappingURL=mustache.test.d.ts.map
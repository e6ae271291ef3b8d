export {};
//# sourceMappingURL=filled-text.test.d.ts.map
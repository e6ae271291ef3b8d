export {};
//# sourceMappingURL=paper.test.d.ts.map
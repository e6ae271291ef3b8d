export {};
//# sourceMappingURL=compile.test.d.ts.map
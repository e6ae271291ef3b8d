export {};
//# sourceMappingURL=variables.test.d.ts.map
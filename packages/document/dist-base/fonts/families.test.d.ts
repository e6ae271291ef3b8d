export {};
//# sourceMappingURL=families.test.d.ts.map
export {};
//# sourceMappingURL=fill.test.d.ts.map
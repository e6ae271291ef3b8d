export {};
//# sourceMappingURL=explain.test.d.ts.map
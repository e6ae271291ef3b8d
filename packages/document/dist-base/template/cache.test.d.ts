export {};
//# sourceMappingURL=cache.test.d.ts.map
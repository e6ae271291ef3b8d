export {};
//# sourceMappingURL=tags.test.d.ts.map
export {};
//# sourceMappingURL=tag-warnings.test.d.ts.map
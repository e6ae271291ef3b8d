export {};
//# sourceMappingURL=page-rules.test.d.ts.map
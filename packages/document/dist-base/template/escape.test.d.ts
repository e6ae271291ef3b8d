export {};
//# sourceMappingURL=escape.test.d.ts.map
export {};
//# sourceMappingURL=scan.test.d.ts.map
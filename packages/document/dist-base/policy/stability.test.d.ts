export {};
//# sourceMappingURL=stability.test.d.ts.map
export {};
//# sourceMappingURL=policy.test.d.ts.map
export {};
//# sourceMappingURL=font-fallback.test.d.ts.map
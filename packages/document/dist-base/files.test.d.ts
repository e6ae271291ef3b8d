export {};
//# sourceMappingURL=files.test.d.ts.map
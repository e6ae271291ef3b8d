export {};
//# sourceMappingURL=notices.test.d.ts.map
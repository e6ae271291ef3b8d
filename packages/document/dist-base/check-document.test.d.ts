export {};
//# sourceMappingURL=check-document.test.d.ts.map
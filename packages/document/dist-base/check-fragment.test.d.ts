export {};
//# sourceMappingURL=check-fragment.test.d.ts.map
export {};
//# sourceMappingURL=sample-invoice.test.d.ts.map
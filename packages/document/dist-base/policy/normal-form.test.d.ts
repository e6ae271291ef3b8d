export {};
//# sourceMappingURL=normal-form.test.d.ts.map
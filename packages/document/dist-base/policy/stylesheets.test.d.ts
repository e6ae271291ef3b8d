export {};
//# sourceMappingURL=stylesheets.test.d.ts.map
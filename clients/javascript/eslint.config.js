import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["types/", "src/**/*.d.ts", "test/types.ts"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "no-constructor-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-return-assign": "error",
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { args: "none" }], // hooks have parameters that only whoever overrides them uses
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-object-has-own": "error",
      "prefer-promise-reject-errors": "error",
    },
  },
];

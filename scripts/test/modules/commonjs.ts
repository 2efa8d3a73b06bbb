import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default" && name !== "__esModule";

/** Returns a CommonJS package as a module: with each of its names, and the default that a bundler would use. */
export function commonJsModule(path: string): string {
  const whole: unknown = require(path);
  const names = Object.keys(Object(whole)).filter(isName);
  return `import { createRequire } from "node:module";
const whole = createRequire(import.meta.url)(${JSON.stringify(path)});
const isModule = whole?.__esModule || whole?.[Symbol.toStringTag] === "Module";
export default isModule && "default" in whole ? whole.default : whole;
${names.map((name, at) => `const name${at} = whole.${name}; export { name${at} as ${name} };`).join("\n")}`;
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { htmlEntities } from "../../node_modules/postal-mime/dist/esm/html-entities.js";
import {
  charsetNamesModuleSource,
  graphemesModuleSource,
  hmacModuleSource,
  unicodeClassesModuleSource,
} from "./by-the-runtime.ts";
import { packEntities } from "./entity-decoders.ts";
import { jsonParseExpression } from "./parsed-data.ts";
import { withoutPhoneNumberFormats } from "./phone-metadata.ts";

const here = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

/** Exports each of these names with this implementation. */
const each = (names: readonly string[], does: string) =>
  names.map((name) => `export const ${name} = ${does};`).join("\n");

const nothing = "() => undefined";
const refused =
  '() => { throw new TypeError("This part of the library is left out (scripts/bundle/lean-worker.ts)."); }';
/**
 * Replaces the verification of attestations, which identify the maker of an authenticator. None is requested, so any
 * attestation is ignored.
 */
const unasked = "async () => true";

const exportsOf = (path: string): string[] => {
  const [, names = ""] = /export \{ ([^}]*) \};/.exec(readFileSync(path, "utf8")) ?? [];
  return names.split(", ").filter(Boolean);
};

const passkeys = "@simplewebauthn/server/esm";
/** Returns the decoders of entities with the table of the library that the worker parses mail by. */
const packedEntities = () =>
  [
    `import { makeEntityDecoders } from ${here("entity-decoders.ts")};`,
    `const decoders = /* @__PURE__ */ makeEntityDecoders(${JSON.stringify(packEntities(htmlEntities))});`,
    "export const { decodeHTML, decodeHTMLStrict } = decoders;",
  ].join("\n");

/** Documents about the API are made by the build (`api-documents`): its schemas keep no descriptions. */
const undescribedSchemas = `export const extendZodWithOpenApi = ({ ZodType }) => {
  ZodType.prototype.openapi = function () {
    return this;
  };
};
export class OpenAPIRegistry {
  registerPath() {}
}
${each(["OpenApiGeneratorV3", "OpenApiGeneratorV31", "getOpenApiMetadata"], refused)}`;

const react = createRequire(import.meta.url)("react");
/** Effects run in browsers alone: calls of these, and what only they call, are left out. */
const effects = ["useDebugValue", "useEffect", "useImperativeHandle", "useInsertionEffect", "useLayoutEffect"];
/** React under its names, each of which is called without a look-up. */
const reactOnServer = [
  'import react from "./cjs/react.production.min.js";',
  "export default react;",
  `export const { ${Object.keys(react)
    .filter((name) => !effects.includes(name))
    .join(", ")} } = react;`,
  each(effects, nothing),
].join("\n");

const attestations = `${passkeys}/registration/verifications`;
const roots = `${passkeys}/services/defaultRootCerts`;

/** Returns the module beside a file of JSON. */
const phoneMetadata = (path: string): string =>
  `export default ${jsonParseExpression(withoutPhoneNumberFormats(JSON.parse(readFileSync(path.replace(/\.js$/, ""), "utf8"))))};`;

/**
 * Removes rules that would check an option that is never set (platform/markdown): links in plain text, HTML, and
 * quotes.
 */
function plainMarkdown(path: string): string {
  const text = readFileSync(path, "utf8");
  const left = text
    .replace(/^\s*\["(?:linkify|replacements|smartquotes|html_inline)", [\w$]+\],\n/gm, "")
    .replace(/^\s*\[\s*"html_block",\s*html_block,\s*\[[^\]]*\]\s*\],\n/m, "");
  if (text.length - left.length < 200) throw new Error(`${path} lists its rules in another way.`);
  return left;
}

/** Keeps what says a schema's bounds, and removes what writes JSON Schemas: only tests and scripts ask zod for one. */
function withoutSchemaWriters(path: string): string {
  const text = readFileSync(path, "utf8");
  const end = text.indexOf("const formatMap = {");
  const kept = text.slice(0, end).replace(/^import .*to-json-schema\.js";$/m, "");
  const writers = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].flatMap(([, name = ""]) =>
    name === "aggregateChecks" ? [] : [name],
  );
  if (end < 0 || writers.length < 30 || !kept.includes("aggregateChecks"))
    throw new Error(`${path} writes JSON Schemas in another way.`);
  return `${kept}\n${each(writers, refused)}`;
}

/** Modules that dependencies bring along and that nothing here reaches, and their replacements. */
const places: [end: string, text: string | ((path: string) => string)][] = [
  ["@exodus/bytes/encoding-lite.js", charsetNamesModuleSource],
  ["markdown-it/dist/markdown-it.mjs", plainMarkdown],
  // Addresses in a text never become links automatically (platform/markdown).
  ["linkify-it/build/index.mjs", "export class LinkifyIt {}"],
  ["uc.micro/build/index.mjs", unicodeClassesModuleSource],
  ["fast-sha256/sha256.js", hmacModuleSource],
  // A passkey's dialogue runs only in a browser.
  [
    "@simplewebauthn/browser/esm/index.js",
    each(["browserSupportsWebAuthn", "startAuthentication", "startRegistration"], refused),
  ],
  ["app/search/desk/palette.tsx", "export {};"],
  // A route's own step in the browser, and whether its page reads again there.
  ["app/ui/frame/client-action.ts", each(["clientAction"], nothing)],
  ["app/ui/frame/revalidate.ts", each(["shouldRevalidate"], nothing)],
  ["app/api-document-source.ts", 'export { readApiDocumentFile as readApiDocument } from "~/api/document";'],
  ["app/api/field-meaning.ts", each(["fieldMeaning"], nothing)],
  ["@asteasolutions/zod-to-openapi/dist/index.mjs", undescribedSchemas],
  ["zod/v4/core/json-schema-processors.js", withoutSchemaWriters],
  [
    "zod/v4/core/to-json-schema.js",
    each(
      [
        "createStandardJSONSchemaMethod",
        "createToJSONSchemaMethod",
        "extractDefs",
        "finalize",
        "handleUnrepresentable",
        "initializeContext",
        "process",
        "processSchema",
      ],
      refused,
    ),
  ],
  // The API sets its router itself, because that router needs no preparation.
  ["hono/dist/router/reg-exp-router/router.js", each(["RegExpRouter"], refused)],
  ["hono/dist/router/smart-router/router.js", each(["SmartRouter"], refused)],
  // Tables are read by joins, never by relations.
  ["drizzle-orm/sqlite-core/query-builders/query.js", "export class RelationalQueryBuilder {}"],
  [
    "drizzle-orm/relations.js",
    each(
      [
        "createTableRelationsHelpers",
        "extractTablesRelationalConfig",
        "getOperators",
        "getOrderByOperators",
        "mapRelationalRow",
        "normalizeRelation",
        "Many",
        "One",
        "Relation",
      ],
      refused,
    ),
  ],
  // A chart's axis has only numbers, and our own words format its figures.
  ["d3-color/dist/d3-color.mjs", `export class color {}\n${each(["cubehelix", "hcl", "hsl", "lab", "rgb"], refused)}`],
  [
    "d3-format/dist/d3-format.mjs",
    each(["format", "formatPrefix", "formatSpecifier", "precisionFixed", "precisionPrefix", "precisionRound"], refused),
  ],
  // Feeds contain HTML as text, never as XHTML, and their parts in the order of the feed's kind.
  ["fast-xml-parser/src/validator.js", each(["validate"], refused)],
  ["fast-xml-builder/src/orderedJs2Xml.js", `export default ${refused};`],
  [`${attestations}/tpm/verifyAttestationTPM.js`, each(["verifyAttestationTPM"], unasked)],
  [`${attestations}/verifyAttestationAndroidKey.js`, each(["verifyAttestationAndroidKey"], unasked)],
  [`${attestations}/verifyAttestationAndroidSafetyNet.js`, each(["verifyAttestationAndroidSafetyNet"], unasked)],
  [`${attestations}/verifyAttestationApple.js`, each(["verifyAttestationApple"], unasked)],
  [`${attestations}/verifyAttestationFIDOU2F.js`, each(["verifyAttestationFIDOU2F"], unasked)],
  [`${attestations}/verifyAttestationPacked.js`, each(["verifyAttestationPacked"], unasked)],
  [`${passkeys}/helpers/convertX509PublicKeyToCOSE.js`, each(["convertX509PublicKeyToCOSE"], refused)],
  [`${passkeys}/helpers/getCertificateInfo.js`, each(["getCertificateInfo"], refused)],
  [`${passkeys}/helpers/isCertRevoked.js`, each(["isCertRevoked"], refused)],
  [`${passkeys}/helpers/validateCertificatePath.js`, each(["validateCertificatePath"], refused)],
  [`${passkeys}/metadata/verifyMDSBlob.js`, each(["verifyMDSBlob"], refused)],
  [`${passkeys}/services/metadataService.js`, each(["BaseMetadataService", "MetadataService"], refused)],
  [
    `${roots}/android-key.js`,
    each(
      [1, 2, 3, 4].map((number) => `Google_Hardware_Attestation_Root_${number}`),
      '""',
    ),
  ],
  [`${roots}/android-safetynet.js`, each(["GlobalSign_Root_CA"], '""')],
  [`${roots}/apple.js`, each(["Apple_WebAuthn_Root_CA"], '""')],
  [`${roots}/mds.js`, each(["GlobalSign_Root_CA_R3", "GlobalSign_Root_R46"], '""')],
  [`${passkeys}/helpers/iso/isoCrypto/unwrapEC2Signature.js`, `export * from ${here("ecdsa-signature.ts")};`],
  // Pages and emails are rendered to strings; the other half of the file renders to streams.
  [
    "react-dom/server.browser.js",
    'import react from "./cjs/react-dom-server-legacy.browser.production.min.js";\nexport const { renderToStaticMarkup, renderToString } = react;',
  ],
  ["react/index.js", reactOnServer],
  // One function of two names, which is called without a look-up.
  [
    "react/jsx-runtime.js",
    'import runtime from "./cjs/react-jsx-runtime.production.min.js";\nexport const { Fragment, jsx } = runtime;\nexport { jsx as jsxs };',
  ],
  ["entities/dist/index.js", packedEntities],
  ["postal-mime/dist/esm/html-entities.js", `export * from ${here("html-entities.ts")};`],
  ["grapheme-splitter/index.js", graphemesModuleSource],
  ["libphonenumber-js/metadata.min.json.js", phoneMetadata],
  // A number is printed as it is stored.
  ["libphonenumber-js/es6/format.js", `export default ${refused};\n${each(["chooseFormatForNumber"], refused)}`],
  ["libphonenumber-js/es6/isPossible.js", `export default ${refused};\n${each(["isPossibleNumber"], refused)}`],
  // Texts are sent as they are written, and as SMS.
  ["sms-segments-calculator/dist/libs/SmartEncodingMap.js", "exports.default = {};"],
  ["sms-segments-calculator/dist/libs/RcsSegmentedMessage.js", "exports.RcsSegmentedMessage = class {};"],
  // Sessions, cookies and uploads are our own; the file is CommonJS, where unused parts are not removed automatically.
  [
    "@remix-run/cloudflare/dist/index.js",
    'export { createRequestHandler, data, redirect } from "@remix-run/server-runtime";',
  ],
  // Files of other products are read, never written: a key that is a map, which would be written, is treated as broken.
  ...Object.entries({
    stringify: ["createStringifyContext", "stringify"],
    stringifyCollection: ["stringifyCollection"],
    stringifyDocument: ["stringifyDocument"],
    stringifyNumber: ["stringifyNumber"],
    stringifyPair: ["stringifyPair"],
    stringifyString: ["stringifyString"],
  }).map(([name, names]): [string, string] => [`yaml/browser/dist/stringify/${name}.js`, each(names, refused)]),
  // YAML is read by its core schema, whatever version a file names (importers/contract/origin-yaml).
  [
    "yaml/browser/dist/schema/tags.js",
    `import { schema } from "./core/schema.js";
import { merge } from "./yaml-1.1/merge.js";
export const coreKnownTags = {};
export const getTags = (_custom, _name, hasMergeKeys) => (hasMergeKeys ? [...schema, merge] : [...schema]);`,
  ],
  // Our own code reads and describes repeats, and each is one rule.
  ["rrule/dist/esm/rrulestr.js", each(["rrulestr"], refused)],
  ["rrule/dist/esm/rruleset.js", "export class RRuleSet {}"],
  ["rrule/dist/esm/parsestring.js", each(["parseString"], refused)],
  ["rrule/dist/esm/optionstostring.js", each(["optionsToString"], refused)],
  ["rrule/dist/esm/nlp/index.js", each(["fromText", "parseText", "toText", "isFullyConvertible"], refused)],
];

/** Feeds contain only elements of Atom and RSS, a language, and a link to themselves. */
const namespaces = /\/feedsmith\/dist\/namespaces\/(?!xml\/|atom\/)\w+\/generate\/utils\.mjs$/;

/**
 * Builds the worker without unreachable parts of its libraries, a fifth of it. A path that no longer exists fails the
 * build.
 */
export const leanWorkerPlugin = (): Plugin => {
  const met = new Set<string>();
  return {
    name: "upfront-lean-worker",
    enforce: "pre",
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    load(id) {
      if (namespaces.test(id)) return each(exportsOf(id), nothing);
      const found = places.find(([end]) => id.endsWith(end.startsWith("app/") ? `/${end}` : `/node_modules/${end}`));
      if (!found) return null;
      const [end, text] = found;
      met.add(end);
      return typeof text === "string" ? text : text(id);
    },
    buildEnd(error) {
      const lost = places.filter(([end]) => !met.has(end)).map(([end]) => end);
      if (!error && lost.length > 0)
        this.error(`scripts/bundle/lean-worker.ts names what is not there: ${lost.join(", ")}`);
    },
  };
};

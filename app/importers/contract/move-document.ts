// The document is pure, so the rules of an import hold it; readers find it here beside their contract.
export * from "../rules/move-document";
export * from "../rules/move-document-parts";
export * from "../rules/moved-nouns";

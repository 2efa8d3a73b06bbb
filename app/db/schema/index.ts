export * from "./channel";
export * from "./incident";
export * from "./notice";
export * from "./page";
export * from "./people";
export * from "./snapshot";
export * from "./source";
export * from "./subscriber";

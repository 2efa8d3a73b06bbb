export * from "./incident";
export * from "./page";
export * from "./people";
export * from "./snapshot";
export * from "./source";

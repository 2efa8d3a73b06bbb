import { defineConfig } from "drizzle-kit";

/** `npm run migration -- --name what` writes the next file; add WITHOUT ROWID by hand and never rebuild a table. */
export default defineConfig({
  dialect: "sqlite",
  driver: "d1-http",
  casing: "snake_case",
  schema: "./app/db/schema/index.ts",
  out: "./migrations",
});

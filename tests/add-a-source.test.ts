import { testGuide } from "./support/guide";

testGuide("docs/add-a-source.md", {
  needs: ["app/ingest", "app/rules", "tests/fixtures/ingest", "tests/support/ingest-fixtures.ts", "public/setup"],
  changed: ["app/ingest/sources/icinga.ts", "app/ingest/registry.ts"],
  report: /icinga > its sample gives the signals/,
  checked: ["app/ingest/sources"],
});

import { testGuide } from "./support/guide";

testGuide("docs/add-a-source.md", {
  needs: ["app/ingest", "app/rules", "tests/fixtures/ingest"],
  changed: ["app/ingest/sources/pingdom.ts", "app/ingest/registry.ts"],
  report: /pingdom > its sample gives the signals/,
  checked: ["app/ingest/sources"],
});

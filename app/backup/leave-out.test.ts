import { expect, test } from "vitest";
import { SecretRedactor } from "./leave-out";

const unguessable = () => "nobody knows";
const heard = { id: "s", name: "Prometheus", family: "source", kind: "alertmanager", settings_sealed: "x", unheard: 0 };

test("a source whose settings are gone has to deliver again before its quiet means anything; another goes on", async () => {
  const closed = new SecretRedactor({ open: async () => null, unguessable });
  expect(await closed.row("source", heard)).toMatchObject({ unheard: 1 });
  const opened = new SecretRedactor({ open: async () => "{}", unguessable });
  expect(await opened.row("source", heard)).toMatchObject({ unheard: 0 });
});

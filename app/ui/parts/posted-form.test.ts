import { describe, expect, it } from "vitest";
import { dateFormats } from "~/i18n/dates";
import { sha256Hex } from "~/platform/secrets";
import type { DeskRequest } from "../frame/desk";
import {
  formFailureResponse,
  parseTimeField,
  parseWholeNumberField,
  readPostedForm,
  redirectWithNotice,
} from "./posted-form";

const nonce = "01jbqh7z6t0000000000000000";

function deskWith(fields: [string, string][]): DeskRequest {
  const url = new URL("https://status.example/manage/acme/incidents/1");
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const ctx = { id: () => "fresh", secrets: { hash: sha256Hex } } as unknown as DeskRequest["ctx"];
  const request = new Request(url, { method: "POST", body });
  return {
    ctx,
    url,
    request,
    params: {},
    timeZone: "UTC",
    dates: dateFormats("en", "UTC"),
    language: "en",
    readsIn: null,
  };
}

const posted = (...fields: [string, string][]) => readPostedForm(deskWith(fields));

describe("a posted form", () => {
  it("keeps what was typed and drops what only carries it", async () => {
    const read = await posted(["_token", "t"], ["nonce", nonce], ["form", "edit"], ["version", "7"], ["title", " A "]);
    expect(read).toMatchObject({ form: "edit", intent: "edit", version: 7, values: { title: " A " } });
  });

  it("has one commit id for the same content and another for other content or another form", async () => {
    const first = await posted(["nonce", nonce], ["form", "update"], ["body", "one"], ["_token", "a"]);
    const again = await posted(["nonce", nonce], ["form", "update"], ["body", "one"], ["_token", "b"]);
    const other = await posted(["nonce", nonce], ["form", "update"], ["body", "two"], ["_token", "a"]);
    const elsewhere = await posted(["nonce", nonce], ["form", "edit"], ["body", "one"], ["_token", "a"]);
    expect(first.commitId).toMatch(/^01jbqh7z6t[0-9a-f]{16}$/);
    expect(again.commitId).toBe(first.commitId);
    expect(new Set([first.commitId, other.commitId, elsewhere.commitId]).size).toBe(3);
  });

  it("does not take a nonce that is none", async () => {
    expect((await posted(["nonce", "x' OR 1"])).commitId).toBe("fresh");
  });

  it("reads numbers and times, or says what is wrong", async () => {
    const { fields } = await posted(["hold", "12"], ["odd", "1.5"], ["empty", " "], ["at", "2026-03-29T02:30"]);
    expect(parseWholeNumberField(fields, "hold")).toEqual({ ok: true, value: 12 });
    expect(parseWholeNumberField(fields, "empty")).toEqual({ ok: true, value: null });
    expect(parseWholeNumberField(fields, "odd").ok).toBe(false);
    expect(parseWholeNumberField(fields, "odd", "en-XB")).toMatchObject({ message: expect.stringMatching(/^⟦/) });
    expect(parseTimeField(fields, "at", "Europe/Berlin")).toMatchObject({ ok: false });
    expect(parseTimeField(fields, "nothing", "Europe/Berlin")).toEqual({ ok: true, at: null });
  });
});

describe("an accepted form", () => {
  it.each([
    ["/manage/acme/monitors", "/manage/acme/monitors?done=saved"],
    ["/manage/acme/monitors?state=down", "/manage/acme/monitors?state=down&done=saved"],
    ["/manage/acme/rules?page=2#new", "/manage/acme/rules?page=2&done=saved#new"],
  ])("leads from %s to %s", (to, location) => {
    expect(redirectWithNotice(to, "saved").headers.get("location")).toBe(location);
  });
});

describe("a refused form", () => {
  it("speaks the language of whoever sent it", async () => {
    const desk = deskWith([
      ["form", "edit"],
      ["slug", "acme"],
    ]);
    const answer = formFailureResponse(await readPostedForm({ ...desk, language: "en-XB" }), {
      name: "conflict",
      code: "slug_taken",
    });
    expect(answer.data.errors).toMatchObject({ slug: expect.stringMatching(/^⟦/) });
  });

  it("answers 422 with the values and the message at its field", async () => {
    const read = await posted(["form", "rule"], ["match.labels", "team=x"]);
    const answer = formFailureResponse(read, { name: "invalid", fields: { "match.labels.team": "value.required" } });
    expect(answer.init?.status).toBe(422);
    expect(answer.data).toMatchObject({
      values: { "match.labels": "team=x" },
      errors: { "match.labels": "This field is required." },
    });
  });

  it("answers 409 with the text kept when somebody was faster, and names a taken address", async () => {
    const read = await posted(["form", "edit"], ["title", "mine"]);
    const answer = formFailureResponse(read, { name: "conflict", current: { version: 9 } });
    expect(answer.init?.status).toBe(409);
    expect(answer.data).toMatchObject({ conflict: true, values: { title: "mine" } });
    const moving = await posted(["form", "settings"], ["slug", "acme"]);
    const taken = formFailureResponse(moving, { name: "conflict", code: "slug_taken", detail: "page.slug_taken" });
    expect(taken.data.errors).toEqual({ slug: "Another page already uses this URL. Choose another one." });
  });
});

import { expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { adapterText, addAdapterTexts } from "./adapter-text";
import { refusalText } from "./refusal-text";

const key = { family: "channels", kind: "slack", name: "setting_url" } as const;

test("an adapter's English is what a language without words for it reads", () => {
  expect(adapterText(key, "Webhook address", "en")).toBe("Webhook address");
  expect(adapterText(key, "Webhook address", "nl")).toBe("Webhook address");
});

test("a language's catalogue says it otherwise, by family, kind and name", () => {
  addAdapterTexts("nl", {
    "channels.slack": { setting_url: "Webhookadres" },
    messages: { "Enter a URL.": "Voer een URL in." },
  });
  expect(adapterText(key, "Webhook address", "nl")).toBe("Webhookadres");
  expect(adapterText({ ...key, kind: "webhook" }, "Address", "nl")).toBe("Address");
  expect(refusalText(englishText("Enter a URL."), "nl")).toBe("Voer een URL in.");
  expect(refusalText(englishText("Enter a key."), "nl")).toBe("Enter a key.");
});

test("the pseudo-language covers every adapter by itself", () => {
  expect(adapterText(key, "Webhook address", "en-XB")).toMatch(/^⟦Wébhöök åddréšš·+⟧$/);
  expect(adapterText(key, "", "en-XB")).toBe("");
  expect(refusalText(englishText("Enter a URL."), "en-XB")).toMatch(/^⟦/);
});

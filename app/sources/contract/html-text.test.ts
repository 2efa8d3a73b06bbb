import { expect, test } from "vitest";
import { cpuClock } from "../../../tests/support/cpu-work";
import { textOfHtml } from "./html-text";

test.each([
  ["<p>Hi <b>there</b> &amp; you</p><ul><li>a</li><li>b</li></ul>", "Hi there & you\na\nb"],
  ["<head><title>No</title></head><STYLE>p{}</STYLE ><body>Yes<br/>and<script>no()</script> more", "Yes\nand more"],
  ["&#233;&#xe9;&lt;b&gt;&unknown;&#0;", "éé<b>&unknown;\ufffd"],
  ["a<style>never closed", "a"],
  ["plain", "plain"],
])("%j", (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test.each(["<style ", "<br ", "<", "&#", "</p ", " \n", "<style></style>", "<title>"])(
  "a text full of %j is quickly over",
  (part) => {
    const worked = cpuClock();
    textOfHtml(part.repeat(260_000 / part.length));
    expect(worked()).toBeLessThan(1000);
  },
);

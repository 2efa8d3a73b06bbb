const unseen = /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<template[\s\S]*?<\/template>|<!--[\s\S]*?-->/g;

/** What is copied as it is, what people typed, and instants, which Intl writes. */
const asItIs = /<(pre|code|kbd|samp|textarea|time)\b[^>]*>[\s\S]*?<\/\1>/g;

/** A text in another language that says so: a language by its own name, what people wrote on a page. */
const inItsLanguage = /<(\w+)\b[^>]*\slang="(?!en-XB)[^"]*"[^>]*>[\s\S]*?<\/\1>/g;

/** Time zones are named by their places in every language that has no list of its own. */
const zones = /<option\b[^>]*\svalue="(?:UTC|[A-Z]\w+\/[^"]+)"[^>]*>[^<]*<\/option>/g;

const attributes =
  /\s(?:aria-label|aria-description|aria-roledescription|title|placeholder|alt|label|aria-valuetext)="([^"]*)"/g;

/** What a button says that is no element of its own, and what previews of an address show. */
const buttons = /<input\b(?=[^>]*\stype="(?:submit|button|reset)")[^>]*\svalue="([^"]*)"/g;
const described =
  /<meta\b(?=[^>]*\s(?:name|property)="(?:description|og:title|og:description)")[^>]*\scontent="([^"]*)"/g;

/** Within a sentence, of HTML and of drawings; every other element begins another text. */
const inline =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|tspan|u|var|wbr)\b[^>]*>/g;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

const decoded = (text: string) =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return number ? String.fromCodePoint(Number(number)) : (entities[name] ?? all);
  });

/** A sentence may have blocks in it, such as a status with its mark: it stays one text. */
function whole(html: string): string {
  const inner = html.replaceAll(/⟦([^⟦⟧]*)⟧/g, (_, text: string) => `\uE010${text.replaceAll(/<[^>]*>/g, " ")}\uE011`);
  return inner === html ? html.replaceAll("\uE010", "⟦").replaceAll("\uE011", "⟧") : whole(inner);
}

/** Everything of a page that people read or hear in its own language, in pieces. */
export function textsOf(html: string): string[] {
  const seen = html.replaceAll(unseen, "").replaceAll(asItIs, "").replaceAll(inItsLanguage, "").replaceAll(zones, "");
  const heard = [attributes, buttons, described].flatMap((each) =>
    [...seen.matchAll(each)].map(([, text = ""]) => text),
  );
  const text = seen.slice(Math.max(0, seen.indexOf("<title")));
  const read = whole(text.replaceAll(inline, "")).split(/<[^>]+>/);
  return [...heard, ...read].map((text) => decoded(text).trim()).filter((text) => text !== "");
}

/** What stands outside the marks of the pseudo-language: a sentence may hold others, so the inner ones go first. */
function unmarked(text: string): string {
  const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
  return without === text ? text : unmarked(without);
}

const isWord = (text: string) => /\p{L}{2}/u.test(text);

/** The pseudo-language has an accent on each of these: a word with a bare one did not come out of a catalogue. */
const isBare = (text: string) => /[AEIOUaeiouCcNnSsYyZz]/.test(text);

/** What of a text nobody translated: outside the marks, or filled into a sentence that somebody did translate. */
export function untranslated(text: string, given: RegExp): string[] {
  const own = text.replaceAll(given, " ");
  const outside = unmarked(own);
  const words = own.split(/[^\p{L}\p{N}\p{M}’'@.-]+/u).filter((word) => isWord(word) && isBare(word));
  return isWord(outside) ? [outside.trim()] : words;
}

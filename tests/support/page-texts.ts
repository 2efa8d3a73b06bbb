const unseen = /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<template[\s\S]*?<\/template>|<!--[\s\S]*?-->/g;

/** Elements with text copied unchanged, typed input, and instants, which Intl formats. */
const asItIs = /<(pre|code|kbd|samp|textarea|time)\b[^>]*>[\s\S]*?<\/\1>/g;

/** A text marked as another language: a language's own name, or text that people wrote on a page. */
const inItsLanguage = /<(\w+)\b[^>]*\slang="(?!en-XB)[^"]*"[^>]*>[\s\S]*?<\/\1>/g;

/** Time zones are named by their places in every language that has no list of its own. */
const zones = /<option\b[^>]*\svalue="(?:UTC|[A-Z]\w+\/[^"]+)"[^>]*>[^<]*<\/option>/g;

const attributes =
  /\s(?:aria-label|aria-description|aria-roledescription|title|placeholder|alt|label|aria-valuetext)="([^"]*)"/g;

/** Texts of buttons that are input elements, and texts of link previews. */
const buttons = /<input\b(?=[^>]*\stype="(?:submit|button|reset)")[^>]*\svalue="([^"]*)"/g;
const described =
  /<meta\b(?=[^>]*\s(?:name|property)="(?:description|og:title|og:description)")[^>]*\scontent="([^"]*)"/g;

/** Elements within a sentence, of HTML and of drawings; every other element starts a new text. */
const inline =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|tspan|u|var|wbr)\b[^>]*>/g;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

const decoded = (text: string) =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return number ? String.fromCodePoint(Number(number)) : (entities[name] ?? all);
  });

/** Keeps a sentence with blocks in it, such as a status with its mark, as one text. */
function whole(html: string): string {
  const inner = html.replaceAll(/⟦([^⟦⟧]*)⟧/g, (_, text: string) => `\uE010${text.replaceAll(/<[^>]*>/g, " ")}\uE011`);
  return inner === html ? html.replaceAll("\uE010", "⟦").replaceAll("\uE011", "⟧") : whole(inner);
}

/** Returns everything on a page that people read or hear in the page's language, in pieces. */
export function textsOf(html: string): string[] {
  const seen = html.replaceAll(unseen, "").replaceAll(asItIs, "").replaceAll(inItsLanguage, "").replaceAll(zones, "");
  const heard = [attributes, buttons, described].flatMap((each) =>
    [...seen.matchAll(each)].map(([, text = ""]) => text),
  );
  const text = seen.slice(Math.max(0, seen.indexOf("<title")));
  const read = whole(text.replaceAll(inline, "")).split(/<[^>]+>/);
  return [...heard, ...read].map((text) => decoded(text).trim()).filter((text) => text !== "");
}

/**
 * Removes the marks of the pseudo-language with their contents; they may be nested, so the inner ones are removed
 * first.
 */
function unmarked(text: string): string {
  const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
  return without === text ? text : unmarked(without);
}

const isWord = (text: string) => /\p{L}{2}/u.test(text);

/** The pseudo-language puts an accent on each of these letters: a word with a bare one is not from a catalogue. */
const isBare = (text: string) => /[AEIOUaeiouCcNnSsYyZz]/.test(text);

/** Returns untranslated parts of a text: outside the marks, or filled into a translated sentence. */
export function untranslated(text: string, given: RegExp): string[] {
  const own = text.replaceAll(given, " ");
  const outside = unmarked(own);
  const words = own.split(/[^\p{L}\p{N}\p{M}’'@.-]+/u).filter((word) => isWord(word) && isBare(word));
  return isWord(outside) ? [outside.trim()] : words;
}

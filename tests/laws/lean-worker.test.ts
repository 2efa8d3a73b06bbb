import { generateKeyPairSync, sign, verify } from "node:crypto";
import { createRequire } from "node:module";
import { decodeHTML, decodeHTMLStrict } from "entities";
import fc from "fast-check";
import parseNumber, { type CountryCode, type MetadataJson } from "libphonenumber-js/core";
import examples from "libphonenumber-js/examples.mobile.json";
import wholeMetadata from "libphonenumber-js/min/metadata";
import { describe, expect, test } from "vitest";
import { htmlEntities as table } from "../../node_modules/postal-mime/dist/esm/html-entities.js";
import { hmacModuleSource, unicodeClassesModuleSource } from "../../scripts/bundle/by-the-runtime";
import { unwrapEC2Signature } from "../../scripts/bundle/ecdsa-signature";
import { makeEntityDecoders, packEntities } from "../../scripts/bundle/entity-decoders";
import { htmlEntities } from "../../scripts/bundle/html-entities";
import { withoutPhoneNumberFormats } from "../../scripts/bundle/phone-metadata";

/** DER of two numbers as an authenticator writes it. */
function wrapped(numbers: readonly Uint8Array[]): Uint8Array {
  const elements = numbers.flatMap((number) => {
    const begin = number.findIndex((byte) => byte !== 0);
    const digits = begin === -1 ? [0] : [...number.subarray(begin)];
    const signed = (digits[0] ?? 0) > 0x7f ? [0, ...digits] : digits;
    return [2, signed.length, ...signed];
  });
  return Uint8Array.from([0x30, ...(elements.length > 0x7f ? [0x81] : []), elements.length, ...elements]);
}

const curves: [name: string, number: number, bytes: number][] = [
  ["P-256", 1, 32],
  ["P-384", 2, 48],
  ["P-521", 3, 66],
];

describe("a passkey's signature", () => {
  test.each(curves)("on %s is what Web Crypto reads", (name, number) => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: name });
    const data = new TextEncoder().encode("what was signed");
    for (let count = 0; count < 40; count++) {
      const unwrapped = unwrapEC2Signature(sign("sha256", data, privateKey), number);
      expect(verify("sha256", data, { key: publicKey, dsaEncoding: "ieee-p1363" }, unwrapped)).toBe(true);
    }
  });

  test.each(curves)("on %s has both numbers, however small they are", (_name, number, bytes) => {
    const one = fc.tuple(fc.nat(bytes), fc.uint8Array({ minLength: bytes, maxLength: bytes }));
    const each = one.map(([zeros, digits]) => digits.map((byte, index) => (index < zeros ? 0 : byte)));
    fc.assert(
      fc.property(each, each, (first, second) => {
        expect(unwrapEC2Signature(wrapped([first, second]), number)).toEqual(Uint8Array.from([...first, ...second]));
      }),
    );
  });

  test("that is cut, followed by more, too long or on another curve is none", () => {
    const whole = wrapped([new Uint8Array(32).fill(0x80), new Uint8Array(32).fill(7)]);
    for (let length = 0; length < whole.length; length++) {
      expect(() => unwrapEC2Signature(whole.subarray(0, length), 1)).toThrow();
    }
    expect(() => unwrapEC2Signature(Uint8Array.from([...whole, 0]), 1)).toThrow();
    expect(() => unwrapEC2Signature(wrapped([new Uint8Array(33).fill(1), new Uint8Array(32)]), 1)).toThrow();
    expect(() => unwrapEC2Signature(whole, 8)).toThrow();
  });

  test("of any bytes ends in two numbers or a refusal", () => {
    const bytes = fc.uint8Array({ maxLength: 160 });
    fc.assert(
      fc.property(bytes, fc.constantFrom(1, 2, 3), (given, curve) => {
        try {
          return unwrapEC2Signature(given, curve).length > 0;
        } catch (error) {
          return error instanceof Error;
        }
      }),
    );
  });
});

describe("HTML's named characters in the worker", () => {
  const packed = packEntities(table);
  const own = makeEntityDecoders(packed);

  test("are those of the library, by every name", () => {
    const texts = Object.keys(table).flatMap((entity) => [entity, `a${entity}b`, `${entity};`, `${entity} `]);
    expect(texts.filter((text) => own.decodeHTMLStrict(text) !== decodeHTMLStrict(text))).toEqual([]);
    expect(texts.filter((text) => own.decodeHTML(text) !== decodeHTML(text))).toEqual([]);
    expect(packed.length).toBeLessThan(22_000);
  });

  test("and any other text is decoded as by the library", () => {
    const pieces = fc.constantFrom(
      "&",
      "#",
      "x",
      "X",
      ";",
      "0",
      "9",
      "41",
      "d800",
      "110000",
      "99999999999",
      "80",
      "amp",
      "not",
      "in",
      "lt",
      "é",
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(own.decodeHTMLStrict(text)).toBe(decodeHTMLStrict(text));
        expect(own.decodeHTML(text)).toBe(decodeHTML(text));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("the entities of a mail that has only HTML", () => {
  test("are those of postal-mime's own table", () => {
    const names = Object.keys(table);
    expect(names.length).toBeGreaterThan(2000);
    const other = names.filter((name) => htmlEntities[name] !== table[name as keyof typeof table]);
    expect(other).toEqual([]);
  });

  test("are no others", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abegltnostAE12;"), maxLength: 8 });
    fc.assert(
      fc.property(letters, (name) => {
        const own = Object.hasOwn(table, `&${name}`) ? table[`&${name}` as keyof typeof table] : undefined;
        expect(htmlEntities[`&${name}`]).toBe(own);
      }),
      { numRuns: 2000 },
    );
  });
});

test("numbers of every country are read the same without the patterns by which they are printed", () => {
  const whole = wholeMetadata as MetadataJson;
  const lean = withoutPhoneNumberFormats(
    whole as unknown as { countries: Record<string, unknown[]> },
  ) as unknown as MetadataJson;
  const read = (text: string, metadata: MetadataJson, home?: CountryCode) => {
    const found = parseNumber(text, { extract: false, ...(home ? { defaultCountry: home } : {}) }, metadata);
    return [found?.number, found?.country, found?.isValid()];
  };
  const numbers = Object.entries(examples as Record<string, string>);
  expect(numbers.length).toBeGreaterThan(200);
  for (const [country, national] of numbers) {
    const home = country as CountryCode;
    const full = parseNumber(national, home, whole)?.number ?? "";
    expect([country, ...read(full, lean)]).toEqual([country, ...read(full, whole)]);
    for (const text of [national, `0${national}`, `${national}1`, national.slice(1)])
      expect([country, ...read(text, lean, home)]).toEqual([country, ...read(text, whole, home)]);
  }
});

const library = createRequire(import.meta.url);
const loaded = (code: string) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

test("punctuation, symbols and spaces of Markdown are those of its own tables", async () => {
  const own: Record<"P" | "S" | "Z", RegExp> = await loaded(unicodeClassesModuleSource);
  const classes: typeof own = library("uc.micro");
  const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  const differing = (["P", "S", "Z"] as const).flatMap((name) =>
    letters.filter((letter) => own[name].test(letter) !== classes[name].test(letter)),
  );
  expect(differing).toEqual([]);
});

test("a webhook is signed as by the library's own HMAC", async () => {
  const { hmac: known } = library("fast-sha256");
  const { hmac: own } = await loaded(hmacModuleSource);
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(fc.property(bytes, bytes, (key, data) => void expect(own(key, data)).toEqual(known(key, data))));
});

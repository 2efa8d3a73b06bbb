import fc from "fast-check";
import type {
  ConfiguredNounName,
  ConfiguredValue,
  ConfiguredValues,
  PresentPage,
  PresentThing,
} from "~/configuration/rules/configuration-types";
import { type ConfiguredField, configuredFieldsOf } from "~/configuration/rules/configured-fields";
import { configuredSettings, isNounWithKinds } from "~/configuration/rules/configured-kinds";
import { type DescribedNoun, nounsOfDeployment, nounsOfPage } from "~/configuration/rules/configured-nouns";
import { areEqualConfiguredValues, toComparableFieldValue } from "~/configuration/rules/configured-values";
import type { Field } from "~/fields/fields";
import { secretMask } from "~/fields/secret";
import { settableStatuses } from "~/status/status";
import { everyConfiguredKind, sampleSettingsOf } from "./configuration";

const line = fc.stringMatching(/^[A-Za-zé$#:{][A-Za-z0-9 é$#:'"{}&*-]{0,14}[A-Za-z0-9é$}]$/);
const paragraph = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n\n"));
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
const clock = fc.constantFrom("00:00", "07:30", "22:00", "23:59");

/** Values of fields whose bounds are their own. */
const special: Readonly<Record<string, fc.Arbitrary<ConfiguredValue>>> = {
  "page.time_zone": fc.constantFrom("Europe/Berlin", "Asia/Tokyo"),
  "page.language": fc.constantFrom("de", "pt-BR"),
  "page.accent": fc.constantFrom("#0b5394", "#7a1f1f"),
  "page.nag_minutes": fc.constantFrom(0, 60, 720),
  "page.links": fc.array(fc.record({ label: word, url: fc.constant("https://example.com/a?b=c") }), {
    minLength: 1,
    maxLength: 2,
  }),
  "mailer.from_address": fc.constantFrom("status@example.com", "news@example.com"),
  "heartbeat.slug": word,
  "heartbeat.schedule": fc.constantFrom<ConfiguredValue>(
    { kind: "simple", period: 600 },
    { kind: "cron", expression: "30 3 * * *", time_zone: "Europe/Berlin" },
    { kind: "calendar", expression: "Mon..Fri 10:00", time_zone: "Etc/UTC" },
  ),
  "rule.match": fc.record({
    labels: fc.dictionary(word, line, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    severities: fc.constantFrom(["critical"], ["critical", "none"]),
    title: line,
  }),
  "component.start_date": fc.constantFrom("2026-11-20", "2020-02-29"),
  "mute.until": fc.constantFrom("2026-12-01T10:00:00.000Z", "2026-12-02T00:00:00.000Z"),
};

const numberOf = (field: Extract<Field, { kind: "number" }>): fc.Arbitrary<ConfiguredValue> =>
  field.among ? fc.constantFrom(...field.among) : fc.integer({ min: field.least, max: field.most });

/** Returns any value that this kind of field takes. */
function anyValueOf(field: Field): fc.Arbitrary<ConfiguredValue> {
  switch (field.kind) {
    case "tick":
      return fc.boolean();
    case "choice":
      return field.apiFlag ? fc.boolean() : fc.constantFrom(...field.choices);
    case "option":
      return fc.constantFrom(...field.choices);
    case "number":
      return numberOf(field);
    case "duration":
      return fc.integer({ min: field.least, max: field.most });
    case "decimal":
      return fc.integer({ min: Math.ceil(field.least * 4), max: Math.floor(field.most * 4) }).map((count) => count / 4);
    case "list":
      return fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
    case "set":
      return fc.subarray([...field.choices], { minLength: 1, maxLength: field.most ?? field.choices.length });
    case "text":
    case "markdown":
      return paragraph;
    case "clock":
      return clock;
    default:
      return line;
  }
}

/** The ids to which references of a thing may point: those made before it. */
type IdsByNoun = Partial<Record<ConfiguredNounName, readonly string[]>>;

function referenceOf(field: ConfiguredField, ids: IdsByNoun): fc.Arbitrary<ConfiguredValue> | null {
  const targets = (field.reference?.nouns ?? []).flatMap((noun) => ids[noun] ?? []);
  if (field.name === "subject") return fc.constantFrom("page", ...targets);
  if (targets.length === 0) return null;
  if (field.reference?.form === "one") return fc.constantFrom(...targets);
  const some = fc.subarray(targets, { minLength: 1, maxLength: Math.min(3, targets.length) });
  if (field.reference?.form === "several") return some.map((all) => all.toSorted());
  return fc.tuple(some, fc.constantFrom(...settableStatuses), fc.boolean()).map(([all, status, isUsual]) => {
    const given = isUsual ? (field.usualStatus ?? status) : status;
    return Object.fromEntries(all.map((id) => [id, given]));
  });
}

/** Returns values in which every field is another than its default; a reference to nothing that exists stays empty. */
function fieldValues(noun: DescribedNoun, ids: IdsByNoun): fc.Arbitrary<ConfiguredValues> {
  const all = configuredFieldsOf(noun).map((field): [string, fc.Arbitrary<ConfiguredValue>] => {
    const any =
      special[`${noun}.${field.name}`] ??
      (field.reference ? referenceOf(field, ids) : field.field && anyValueOf(field.field)) ??
      fc.constant(field.initial ?? null);
    const isChoosable = !field.reference || referenceOf(field, ids) !== null;
    const other = any.filter(
      (value) =>
        !isChoosable ||
        !areEqualConfiguredValues(
          toComparableFieldValue(noun, field.name, value),
          toComparableFieldValue(noun, field.name, undefined),
        ),
    );
    return [field.name, other];
  });
  return fc.record(Object.fromEntries(all));
}

/** Returns the settings of a kind as management shows them: secrets are struck out. */
function kindValues(noun: ConfiguredNounName): fc.Arbitrary<ConfiguredValues> {
  if (!isNounWithKinds(noun)) return fc.constant({});
  return fc.constantFrom(...everyConfiguredKind(noun)).map((kind) => {
    const sample = sampleSettingsOf(noun, kind.kind);
    const settings = configuredSettings(kind).flatMap(({ name, secret }) =>
      sample[name] === undefined ? [] : [[name, secret ? secretMask : String(sample[name])]],
    );
    return { kind: kind.kind, settings: Object.fromEntries(settings) };
  });
}

let made = 0;
const nextId = () => `01world${String(made++).padStart(8, "0")}`;
const unknown = { keys: {}, madeBy: null, owners: {}, version: 1 };

/** Puts right what one thing alone cannot: addresses and subjects are unique, and the last rule has no match. */
function settled(things: readonly PresentThing[]): PresentThing[] {
  const [subjects, lasts] = [new Set<string>(), new Set<string>()];
  return things.flatMap((thing, index): PresentThing[] => {
    const { noun, values } = thing;
    if (noun === "member") return [{ ...thing, values: { ...values, email: `p${index}@example.com` } }];
    if (noun === "mute") {
      const subject = String(values.subject);
      if (subjects.has(subject)) return [];
      subjects.add(subject);
      // A mute has the id of what it mutes.
      return [{ ...thing, id: subject, keys: { world: `mute-${index}` } }];
    }
    if (noun !== "rule")
      return [
        { ...thing, values: { ...values, ...("name" in values ? { name: `${String(values.name)} ${index}` } : {}) } },
      ];
    const isLast = !lasts.has(String(values.source));
    lasts.add(String(values.source));
    return [
      {
        ...thing,
        values: isLast
          ? { ...values, catch_all: true, match: {}, position: 0 }
          : { ...values, catch_all: false, position: index + 1 },
      },
    ];
  });
}

/** Draws values that follow from a seed. */
const drawFrom = (seed: number) => {
  let step = 0;
  return <Value>(any: fc.Arbitrary<Value>): Value => {
    const [value] = fc.sample(any, { numRuns: 1, seed: seed + step++ });
    return value as Value;
  };
};

/** Returns the things of a page, noun by noun, each with references to earlier ones. */
function drawPage(draw: ReturnType<typeof drawFrom>, nouns: readonly ConfiguredNounName[]) {
  const ids: IdsByNoun = {};
  const things: PresentThing[] = [];
  for (const noun of nouns) {
    const count = draw(fc.integer({ min: 1, max: 3 }));
    for (let each = 0; each < count; each++) {
      const values = { ...draw(kindValues(noun)), ...draw(fieldValues(noun, ids)) };
      const id = nextId();
      things.push({ noun, id, values, ...unknown });
      ids[noun] = [...(ids[noun] ?? []), id];
    }
  }
  return { things: settled(things), values: draw(fieldValues("page", ids)) };
}

function drawWorld(seed: number): PresentPage[] {
  const draw = drawFrom(seed);
  const pages = Array.from({ length: draw(fc.integer({ min: 1, max: 2 })) }, (_, index) => ({
    ...unknown,
    id: nextId(),
    slug: `page-${index}`,
    ...drawPage(draw, nounsOfPage),
  }));
  const { things } = drawPage(draw, nounsOfDeployment);
  return [...pages, { ...unknown, id: "", slug: "", things, values: {} }];
}

/** A deployment's pages, with everything on them set to something else than its default. */
export const worlds: fc.Arbitrary<PresentPage[]> = fc
  .noShrink(fc.integer({ min: 0, max: 1_000_000_000 }))
  .map(drawWorld);

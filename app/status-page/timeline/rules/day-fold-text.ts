import { stateLetterByStatus } from "~/status/state-letter";
import { type Status, type StatusByLayer, statuses, statusLayers, toCoverageStatus } from "~/status/status";
import type { ComponentFold, DayFold, PastStatusTotals } from "./day-fold";
import { beginningOfTime, type LayerStatusStep } from "./layer-steps";
import type { StatusSegment } from "./timeline";

/** Longest fold that is stored, in characters; instead of a longer one its rows are read. */
export const maxDayFoldChars = 500_000;

/** Version of the format; folds with another one are not read. */
const shapeVersion = 2;

interface StoredDayFold {
  shape: number;
  sequence: number;
  components: Record<string, string>;
}

const nothing = ".";
const letterOf = (status: Status | null) => (status === null ? nothing : stateLetterByStatus[status].toUpperCase());
const statusOf = new Map(statuses.map((status) => [letterOf(status), status]));
const well = /^(?:[ODPMXN.](?:-?[0-9a-z]+[ODPMXN.])*)?$/;

/** Writes `O1ao0M…`: the first status, then after how many ms each next one. */
function stepsText(steps: readonly LayerStatusStep[], from: number): string {
  let last = from;
  return steps
    .map(({ at, status }) => {
      if (at === beginningOfTime) return letterOf(status);
      const text = (at - last).toString(36) + letterOf(status);
      last = at;
      return text;
    })
    .join("");
}

function parts(text: string): { number: string; status: Status | null }[] {
  if (!well.test(text)) throw new SyntaxError("no steps");
  return [...text.matchAll(/(-?[0-9a-z]*)([A-Z.])/g)].map(([, number = "", letter = nothing]) => ({
    number,
    status: statusOf.get(letter) ?? null,
  }));
}

function stepsOf(text: string, from: number): LayerStatusStep[] {
  let at = from;
  return parts(text).map(({ number, status }) => {
    if (number === "") return { at: beginningOfTime, status };
    at += Number.parseInt(number, 36);
    return { at, status };
  });
}

const pastText = ({ segments, assumed }: PastStatusTotals) =>
  `${statusLayers.map((layer) => letterOf(assumed[layer])).join("")} ${segments
    .map(({ from, to, status }) => letterOf(status) + (to - from).toString(36))
    .join("")}`;

function assumedOf(text: string): StatusByLayer {
  const [manual, observed, incident, maintenance, coverage] = [...text].map((letter) => statusOf.get(letter) ?? null);
  if (!observed || coverage === undefined) throw new SyntaxError("no layers");
  const others = { manual: manual ?? null, incident: incident ?? null, maintenance: maintenance ?? null };
  return { ...others, observed, coverage: toCoverageStatus(coverage) };
}

function pastOf(assumed: string, sums: string, from: number): PastStatusTotals {
  let until = from;
  const segments = [...sums.matchAll(/([A-Z])([0-9a-z]+)/g)].map(([, letter = "", length = ""]): StatusSegment => {
    const status = statusOf.get(letter);
    if (!status) throw new SyntaxError("no status");
    const begin = until;
    until += Number.parseInt(length, 36);
    return { from: begin, to: until, status };
  });
  return { until, segments, assumed: assumedOf(assumed) };
}

const componentText = ({ steps, past }: ComponentFold, from: number) =>
  [...statusLayers.map((layer) => stepsText(steps[layer] ?? [], from)), ...(past ? [pastText(past)] : [])].join(" ");

function componentOf(text: string, from: number): ComponentFold {
  const words = text.split(" ");
  const steps = statusLayers.flatMap((layer, index) => {
    const own = stepsOf(words[index] ?? "", from);
    return own.length > 0 ? [[layer, own] as const] : [];
  });
  const [assumed, sums] = words.slice(statusLayers.length);
  return { steps: Object.fromEntries(steps), past: assumed && sums ? pastOf(assumed, sums, from) : null };
}

/** Returns the fold as a column holds it; null when it is too long to be kept. */
export function storedDayFoldText({ from, sequence, components }: DayFold): string | null {
  const texts = [...components].map(([id, each]) => [id, componentText(each, from)]);
  const kept: StoredDayFold = { shape: shapeVersion, sequence, components: Object.fromEntries(texts) };
  const text = JSON.stringify(kept);
  return text.length > maxDayFoldChars ? null : text;
}

/** Returns the fold of the rows between two instants, both included; null when the text cannot be read. */
export function parseStoredDayFold(text: string, from: number, to: number): DayFold | null {
  try {
    const kept = JSON.parse(text) as StoredDayFold;
    if (kept.shape !== shapeVersion) return null;
    const components = Object.entries(kept.components).map(([id, each]) => [id, componentOf(each, from)] as const);
    return { from, to, sequence: kept.sequence, components: new Map(components) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Result of one minute of a monitor. `none`: nothing was due. Latency in ms; null when no answer came. */
export interface MonitorMinute {
  state: MonitorMinuteState;
  milliseconds: number | null;
}

export const monitorMinuteStates = ["none", "up", "degraded", "down", "no_data"] as const;
export type MonitorMinuteState = (typeof monitorMinuteStates)[number];

/** Minutes in a ring, and in the row of an hour. */
export const ringMinutes = 60;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Values by the code of the letter. */
const values = new Uint8Array(128);
for (const [value, letter] of [...letters].entries()) values[letter.charCodeAt(0)] = value;
const charsPerMinute = 3;
/** Maximum latency that can be stored, in ms. Longer latencies are stored as this value. */
export const maxLatencyMs = 2 ** 15 - 2;

/** Packs 18 bits into three letters: 3 of state, 15 of latency + 1 (0 = none), which ends at 32 seconds. */
export function packMinute({ state, milliseconds }: MonitorMinute): string {
  const latency = milliseconds === null ? 0 : Math.min(Math.max(Math.round(milliseconds), 0), maxLatencyMs) + 1;
  const bits = monitorMinuteStates.indexOf(state) * 2 ** 15 + latency;
  return [12, 6, 0].map((shift) => letters[(bits >> shift) & 63]).join("");
}

const valueAt = (text: string, at: number): number => values[text.charCodeAt(at)] ?? 0;

/** Returns the bits of a minute; 0 when it is missing or unreadable. */
function bitsAt(text: string, index: number): number {
  const at = index * charsPerMinute;
  if (at + charsPerMinute > text.length) return 0;
  return (valueAt(text, at) << 12) | (valueAt(text, at + 1) << 6) | valueAt(text, at + 2);
}

const stateOf = (bits: number): MonitorMinuteState => monitorMinuteStates[bits >> 15] ?? "none";
const latencyOf = (bits: number): number | null => (bits % 2 ** 15 === 0 ? null : (bits % 2 ** 15) - 1);

function unpackMinute(text: string, index: number): MonitorMinute {
  const bits = bitsAt(text, index);
  return { state: stateOf(bits), milliseconds: latencyOf(bits) };
}

export const packMinuteRing = (minutes: readonly MonitorMinute[]): string => minutes.map(packMinute).join("");

/** Returns sixty minutes, oldest first. A missing or unreadable minute is `none`. */
export const unpackMinuteRing = (text: string): MonitorMinute[] =>
  Array.from({ length: ringMinutes }, (_, index) => unpackMinute(text, index));

/** Visits the minutes one by one, without an object for each: a week has ten thousand. */
export function forEachMinuteOfRing(
  text: string,
  visit: (...minute: [MonitorMinuteState, number | null]) => void,
): void {
  for (let index = 0; index < ringMinutes; index++) {
    const bits = bitsAt(text, index);
    visit(stateOf(bits), latencyOf(bits));
  }
}

const empty = packMinute({ state: "none", milliseconds: null });

export const emptyMinuteRing = empty.repeat(ringMinutes);

/** Returns the newest sixty of the old and the new minutes, oldest first. */
export const pushMinutesToRing = (ring: string, minutes: readonly MonitorMinute[]): string =>
  ((ring || emptyMinuteRing) + packMinuteRing(minutes)).slice(-ringMinutes * charsPerMinute);

/** Returns a minute of a ring that ends with `end`; both as UTC ms / 60,000. Null when it is outside the ring. */
export function minuteInRing(ring: string, end: number, minute: number): MonitorMinute | null {
  const index = ringMinutes - 1 - (end - minute);
  if (index < 0 || index >= ringMinutes) return null;
  return unpackMinute(ring || emptyMinuteRing, index);
}

/** Returns the ring, or row of an hour, with another minute at `index`. */
export const ringWithMinute = (ring: string, index: number, minute: MonitorMinute): string =>
  `${(ring || emptyMinuteRing).slice(0, index * charsPerMinute)}${packMinute(minute)}${(ring || emptyMinuteRing).slice((index + 1) * charsPerMinute)}`;

/** Returns the row of the hour with a ring's newest minute: its minutes so far, the rest empty. */
export function hourRowOfRing(ring: string, end: number): { hour: number; minutes: string } {
  const passed = (end % ringMinutes) + 1;
  const known = (ring || emptyMinuteRing).slice(-passed * charsPerMinute);
  return { hour: Math.floor(end / ringMinutes), minutes: known + empty.repeat(ringMinutes - passed) };
}

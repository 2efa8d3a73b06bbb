/** Result of one minute of a monitor. `none`: nothing was due. Latency in ms; null when no answer came. */
export interface Minute {
  state: MinuteState;
  milliseconds: number | null;
}

export const minuteStates = ["none", "up", "degraded", "down", "no_data"] as const;
export type MinuteState = (typeof minuteStates)[number];

/** Minutes in a ring, and in the row of an hour. */
export const ringMinutes = 60;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Values by the code of the letter. */
const values = new Uint8Array(128);
for (const [value, letter] of [...letters].entries()) values[letter.charCodeAt(0)] = value;
const charsPerMinute = 3;
/** Longest latency that can be stored, in ms; longer ones are stored as this value. */
export const maxMilliseconds = 2 ** 15 - 2;

/** Packs 18 bits into three letters: 3 of state, 15 of latency + 1 (0 = none), which ends at 32 seconds. */
export function packMinute({ state, milliseconds }: Minute): string {
  const latency = milliseconds === null ? 0 : Math.min(Math.max(Math.round(milliseconds), 0), maxMilliseconds) + 1;
  const bits = minuteStates.indexOf(state) * 2 ** 15 + latency;
  return [12, 6, 0].map((shift) => letters[(bits >> shift) & 63]).join("");
}

const valueAt = (text: string, at: number): number => values[text.charCodeAt(at)] ?? 0;

/** Returns the bits of a minute; 0 when it is missing or unreadable. */
function bitsAt(text: string, index: number): number {
  const at = index * charsPerMinute;
  if (at + charsPerMinute > text.length) return 0;
  return (valueAt(text, at) << 12) | (valueAt(text, at + 1) << 6) | valueAt(text, at + 2);
}

const stateOf = (bits: number): MinuteState => minuteStates[bits >> 15] ?? "none";
const latencyOf = (bits: number): number | null => (bits % 2 ** 15 === 0 ? null : (bits % 2 ** 15) - 1);

function unpackMinute(text: string, index: number): Minute {
  const bits = bitsAt(text, index);
  return { state: stateOf(bits), milliseconds: latencyOf(bits) };
}

export const packRing = (minutes: readonly Minute[]): string => minutes.map(packMinute).join("");

/** Returns sixty minutes, oldest first; a missing or unreadable one is `none`. */
export const unpackRing = (text: string): Minute[] =>
  Array.from({ length: ringMinutes }, (_, index) => unpackMinute(text, index));

/** Visits the minutes one by one, without an object for each: a week has ten thousand. */
export function eachMinute(text: string, visit: (...minute: [MinuteState, number | null]) => void): void {
  for (let index = 0; index < ringMinutes; index++) {
    const bits = bitsAt(text, index);
    visit(stateOf(bits), latencyOf(bits));
  }
}

const empty = packMinute({ state: "none", milliseconds: null });

export const emptyRing = empty.repeat(ringMinutes);

/** Returns the newest sixty of the old and the new minutes, oldest first. */
export const pushMinutes = (ring: string, minutes: readonly Minute[]): string =>
  ((ring || emptyRing) + packRing(minutes)).slice(-ringMinutes * charsPerMinute);

/** Returns a minute of a ring that ends with `end`; both as UTC ms / 60,000. Null when it is outside the ring. */
export function minuteAt(ring: string, end: number, minute: number): Minute | null {
  const index = ringMinutes - 1 - (end - minute);
  if (index < 0 || index >= ringMinutes) return null;
  return unpackMinute(ring || emptyRing, index);
}

/** Returns the ring, or row of an hour, with another minute at `index`. */
export const withMinute = (ring: string, index: number, minute: Minute): string =>
  `${(ring || emptyRing).slice(0, index * charsPerMinute)}${packMinute(minute)}${(ring || emptyRing).slice((index + 1) * charsPerMinute)}`;

/** Returns the row of the hour with a ring's newest minute: its minutes so far, the rest empty. */
export function hourOf(ring: string, end: number): { hour: number; minutes: string } {
  const passed = (end % ringMinutes) + 1;
  const known = (ring || emptyRing).slice(-passed * charsPerMinute);
  return { hour: Math.floor(end / ringMinutes), minutes: known + empty.repeat(ringMinutes - passed) };
}

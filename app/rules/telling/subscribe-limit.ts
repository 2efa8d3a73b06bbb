import { isYoung } from "../basics/instants";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Spec §9: to one address a confirmation in 10 minutes and three a day, over all pages. */
export const confirmationLimit = { between: 10 * minute, perDay: 3 } as const;
/** From one address prefix in an hour. */
export const askingLimit = { perHour: 10, window: 60 * minute } as const;

/** Whether one more confirmation may go to an address that got some at these instants (UTC ms). */
export function mayConfirm(confirmedAt: readonly number[], now: number): boolean {
  const today = confirmedAt.filter((at) => isYoung(at, now, day));
  return today.length < confirmationLimit.perDay && today.every((at) => at <= now - confirmationLimit.between);
}

/** The last three are all that the rule asks for. */
export const remembered = (confirmedAt: readonly number[], now: number): number[] =>
  [...confirmedAt, now].slice(-confirmationLimit.perDay);

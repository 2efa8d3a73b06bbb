import { dayMs } from "~/time/durations";

/** Shortest time in which a person can read a form and type an address, in ms. */
export const minFormFillMs = 2000;

/** Shortest time for a person whose browser fills in the form, in ms. */
const minAutofillMs = 15_000;

/** Validity of a form, in ms. */
export const subscriptionFormLifetimeMs = dayMs;

export interface FormBotSigns {
  /** Age of the form in ms; null = it has no valid stamp. */
  age: number | null;
  /** True when the field that people do not see is filled in. */
  isTrapped: boolean;
}

/**
 * Returns true when a program seems to have sent the form; the sender must then send it again, manually. The
 * hidden field only counts together with the time, because people's own tools may fill it in, too.
 */
export const isLikelyBotSubmission = ({ age, isTrapped }: FormBotSigns): boolean =>
  age === null || age < (isTrapped ? minAutofillMs : minFormFillMs);

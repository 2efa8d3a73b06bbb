/** Nobody reads a form and types an address faster, in ms. */
export const fastest = 2000;

/** Who has their browser fill in a form still reads it, in ms. */
const fastestFilled = 15_000;

/** A form is good for so long, in ms. */
export const formGood = 24 * 3600_000;

export interface FormSigns {
  /** How long ago the form was made, in ms; null = it does not say so, or not truly. */
  age: number | null;
  /** Whether the field that people do not see is filled in. */
  isTrapped: boolean;
}

/**
 * Whether a form looks as if a program had sent it. The field alone says nothing: programs of people’s own fill in what they
 * find, too, so it counts only together with the time. Whoever looks so is asked to send it once more, by hand.
 */
export const looksSentByProgram = ({ age, isTrapped }: FormSigns): boolean =>
  age === null || age < (isTrapped ? fastestFilled : fastest);

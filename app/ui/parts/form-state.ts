/** What an action hands back when a form did not go through: nothing typed is lost. */
export interface FormState {
  /** Which form of the page it was. */
  form: string;
  /** As typed, by field name. */
  values: Record<string, string>;
  /** One message per field; "" is about the form as a whole. */
  errors: Record<string, string>;
  /** Somebody saved another version since this form was opened. */
  conflict?: boolean;
  /** The body as visitors would see it; safe HTML. */
  previewHtml?: string;
  /** It never got there: no connection, no session, no database. */
  unsent?: boolean;
  /** Where to sign in, when that is what it lacks. */
  signIn?: string;
}

export const isFormState = (data: unknown): data is FormState =>
  typeof data === "object" && data !== null && "form" in data && "values" in data && "errors" in data;

export const stateOf = (data: unknown, form: string): FormState | null =>
  isFormState(data) && data.form === form ? data : null;

/** The first field in the order of the form that has a message; it gets the focus. */
export function firstError(state: FormState): string | null {
  const inOrder = Object.keys(state.values).find((name) => state.errors[name]);
  return inOrder ?? Object.keys(state.errors).find((name) => name !== "") ?? null;
}

export const fieldId = (form: string, name: string): string => `${form}-${name}`.replaceAll(/[^\w-]/g, "-");

/** Data of an action that refused a form; nothing typed is lost. */
export interface FormState {
  /** Name of the form on its page. */
  form: string;
  /** Values as typed, by field name. */
  values: Record<string, string>;
  /** One message per field; "" concerns the form as a whole. */
  errors: Record<string, string>;
  /** True when someone saved another version since this form was opened. */
  conflict?: boolean;
  /** Body as visitors would see it; safe HTML. */
  previewHtml?: string;
  /** True when the form was not processed: no connection, no session, no database. */
  unsent?: boolean;
  /** URL to sign in, when the session is missing. */
  signIn?: string;
}

export const isFormState = (data: unknown): data is FormState =>
  typeof data === "object" && data !== null && "form" in data && "values" in data && "errors" in data;

export const formStateOf = (data: unknown, form: string): FormState | null =>
  isFormState(data) && data.form === form ? data : null;

/** Returns the first field with a message, in the order of the form; it gets focus. */
export function firstErrorField(state: FormState): string | null {
  const inOrder = Object.keys(state.values).find((name) => state.errors[name]);
  return inOrder ?? Object.keys(state.errors).find((name) => name !== "") ?? null;
}

export const fieldId = (form: string, name: string): string => `${form}-${name}`.replaceAll(/[^\w-]/g, "-");

/** Returns the value of a variable; undefined = it is not set. */
export type VariableLookup = (name: string) => string | undefined;

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** `$$` is one dollar; a dollar before anything else is itself. */
const parts = /\$(?:\$|\{([^}]*)(\}?))/g;

export interface VariablesFillResult {
  text: string;
  hasVariable: boolean;
  /** Each fault with the letters at which it is found in the text. */
  faults: { message: string; letters: string }[];
}

function faultOf(letters: string, name: string, isClosed: boolean): string | null {
  if (!isClosed) return `The variable after “\${” has no “}”. Write “$\${” for these letters themselves.`;
  if (!variableName.test(name))
    return `“${letters}” is not a variable: its name has letters, digits and underscores only. Write “$\${” for these letters themselves.`;
  return null;
}

/** Puts variables into a text of a file. */
export function fillVariables(text: string, lookup: VariableLookup): VariablesFillResult {
  const filled: VariablesFillResult = { text, hasVariable: false, faults: [] };
  if (!text.includes("$")) return filled;
  filled.text = text.replace(parts, (letters: string, name: string | undefined, end: string | undefined) => {
    if (name === undefined) return "$";
    filled.hasVariable = true;
    const fault = faultOf(letters, name, end === "}");
    const value = fault === null ? lookup(name) : undefined;
    if (value === undefined) filled.faults.push({ message: fault ?? `The variable ${name} is not set.`, letters });
    return value ?? "";
  });
  return filled;
}

const maxBaseChars = 240;

/** Returns the name, or the first of "name 2", "name 3" … that none of the others has; case makes no difference. */
export function firstFreeName(name: string, others: readonly string[]): string {
  const base = name.slice(0, maxBaseChars).trim();
  if (base === "") return "";
  const known = new Set(others.map((each) => each.toLowerCase()));
  let number = 1;
  const numbered = () => (number === 1 ? base : `${base} ${number}`);
  while (known.has(numbered().toLowerCase())) number += 1;
  return numbered();
}

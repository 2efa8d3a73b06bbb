/** Who spoke, for people to read; a token speaks for its maker. */
export function authorName(
  { authorKind, authorId }: { authorKind: string; authorId: string | null },
  name?: string | null,
): string {
  if (authorKind === "machine") return "automatic";
  const shown = name ?? authorId ?? "somebody";
  return authorKind === "token" ? `${shown} (API)` : shown;
}

/** Returns the author's name for people; text by a token is attributed to the token's maker. */
export function authorName(
  { authorKind, authorId }: { authorKind: string; authorId: string | null },
  name?: string | null,
): string {
  if (authorKind === "machine") return "automatic";
  const shown = name ?? authorId ?? "somebody";
  return authorKind === "token" ? `${shown} (API)` : shown;
}

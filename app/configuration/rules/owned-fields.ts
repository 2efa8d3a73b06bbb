/** A field that a file owns: a digest of its last value, and the name of the secret that it was set from. */
export interface FileOwnedField {
  digest: string;
  /** Null = the file holds the value itself. */
  secret: string | null;
}

/** Returns the text under which a field is stored; digests and names hold no space. */
export const fileOwnedFieldText = ({ digest, secret }: FileOwnedField): string =>
  secret === null ? digest : `${digest} ${secret}`;

export function parseFileOwnedField(text: string): FileOwnedField {
  const [digest = "", secret = null] = text.split(" ");
  return { digest, secret };
}

export interface About {
  label: string;
  hint?: string;
  /** What it is called beside other fields, in a conflict and the audit log, where its form asks in a sentence. */
  short?: string;
  /** The API's name where it is not the name in snake case. */
  api?: string;
  /** It is of no matter unless that choice of the same form is this. */
  countsWhere?: { field: string; is: string };
}

/** A form as it is posted, name by name; a tick that is not set is not in it. */
export type PostedTexts = Readonly<Record<string, string>>;

export const shortLabel = ({ short, label }: About): string => short ?? label;

import { titleIn } from "~/i18n/said-title";
import { readWords } from "~/i18n/words";
import type { SaidTitle } from "~/text/said-title";
import type { Desk } from "~/ui/frame/desk";

interface Found {
  title: string;
  titleSaid: SaidTitle | null;
}

/** An alert whose title is in the reader's language where it is one of ours; another keeps what its sender calls it. */
export type Titled<Alert> = Omit<Alert, "titleSaid"> & {
  /** It runs as the reader's language does, whatever the name in it is written in. */
  isOurs: boolean;
};

export async function alertTitles({ ctx, language }: Desk) {
  const words = await readWords(ctx, language);
  return <Alert extends Found>({ titleSaid, ...alert }: Alert): Titled<Alert> => ({
    ...alert,
    isOurs: titleSaid !== null,
    title: titleIn(words, { title: alert.title, titleSaid }),
  });
}

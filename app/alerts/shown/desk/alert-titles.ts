import { localiseTitle } from "~/i18n/said-title";
import { readWords } from "~/i18n/words";
import type { AutomaticTitle } from "~/text/said-title";
import type { DeskRequest } from "~/ui/frame/desk";

interface AlertTitle {
  title: string;
  titleSaid: AutomaticTitle | null;
}

/** An alert with its title: our own alerts have one in the reader's language, others that of their sender. */
export type AlertWithLocalisedTitle<Alert> = Omit<Alert, "titleSaid"> & {
  /**
   * True for a title of ours, whose direction is that of the reader's language, whatever the name in it is written in.
   */
  isOurs: boolean;
};

export async function alertTitleTranslator({ ctx, language }: DeskRequest) {
  const words = await readWords(ctx, language);
  return <Alert extends AlertTitle>({ titleSaid, ...alert }: Alert): AlertWithLocalisedTitle<Alert> => ({
    ...alert,
    isOurs: titleSaid !== null,
    title: localiseTitle(words, { title: alert.title, titleSaid }),
  });
}

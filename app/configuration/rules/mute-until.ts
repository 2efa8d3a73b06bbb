import { z } from "zod";
import { englishText } from "~/failures/refusal";
import { parseIsoInstant } from "~/time/instants";

/** An instant with its offset, which becomes one of UTC. */
export const muteUntilSchema = z.iso
  .datetime({ offset: true, error: englishText("Enter an instant such as 2026-12-24T18:00:00Z.") })
  .transform((text) => new Date(parseIsoInstant(text)).toISOString());

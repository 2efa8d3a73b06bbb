import { z } from "zod";
import { commitIdInput, idTextSchema, pageIdInput, versionInput } from "~/fields/text-inputs";

/** An import that a person applies, undoes, takes over or cancels. */
export const importTargetInput = z.object({ ...pageIdInput, ...commitIdInput, ...versionInput, id: idTextSchema });
export type ImportTargetInput = z.input<typeof importTargetInput>;

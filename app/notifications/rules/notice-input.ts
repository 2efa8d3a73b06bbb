import { z } from "zod";
import { commitIdInput, idTextSchema, pageIdInput } from "~/fields/text-inputs";

export const noticeTargetInput = z.object({ ...pageIdInput, ...commitIdInput, id: idTextSchema });
export type NoticeTarget = z.input<typeof noticeTargetInput>;

import { z } from "zod";
import { commitIdInput, idText, ofPage } from "~/fields/text-inputs";

export const noticeTarget = z.object({ ...ofPage, ...commitIdInput, id: idText });
export type NoticeTarget = z.input<typeof noticeTarget>;

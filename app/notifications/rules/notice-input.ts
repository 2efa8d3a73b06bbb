import { z } from "zod";
import { committed, idText, ofPage } from "~/fields/text";

export const noticeTarget = z.object({ ...ofPage, ...committed, id: idText });
export type NoticeTarget = z.input<typeof noticeTarget>;

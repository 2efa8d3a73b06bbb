import { z } from "zod";
import { englishSentence } from "../contract";
import { parseHeaderLines } from "./status-ranges";

/** The headers setting of kinds that call an address by HTTP, whose setting is `url`. */
export const headersSettingSchema = z
  .string()
  .max(4000)
  .superRefine((text, ctx) => {
    const read = parseHeaderLines(text);
    if (!("wrong" in read)) return;
    const message = englishSentence("Line {{line}} is not a header you can set; write Name: value.", {
      line: read.wrong,
    });
    ctx.addIssue({ code: "custom", message });
  })
  .optional()
  .meta({ title: "Headers, one “Name: value” per line", secret: true, origin: "url", lines: 3 });

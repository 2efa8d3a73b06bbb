import { z } from "zod";

/** Of kinds that open connections of bytes. */
export const hostSetting = z
  .string({ error: "A name or an address." })
  .trim()
  .min(1, "A name or an address.")
  .max(253)
  .meta({ title: "Host" });

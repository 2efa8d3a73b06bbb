import { z } from "zod";

/** The host setting of kinds that open TCP connections. */
export const hostSettingSchema = z
  .string({ error: "A name or an address." })
  .trim()
  .min(1, "A name or an address.")
  .max(253)
  .meta({ title: "Host" });

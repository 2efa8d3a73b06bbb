import { z } from "zod";

/** The host setting of kinds that open TCP connections. */
export const hostSettingSchema = z
  .string({ error: "Enter a host name or IP address." })
  .trim()
  .min(1, "Enter a host name or IP address.")
  .max(253)
  .meta({ title: "Host" });

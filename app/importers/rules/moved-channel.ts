import { z } from "zod";

/** A channel by which a team is notified there. */
export const movedChannelSchema = z.object({
  id: z.string().min(1).max(200).describe("The id that the origin gives the thing"),
  name: z.string().max(1000),
  kind: z.string().max(64).describe("Kind of channel here, such as slack, telegram or ntfy"),
  settings: z
    .record(z.string().max(64), z.union([z.string(), z.number(), z.boolean()]))
    .describe("Settings of that kind, under the names of the management API"),
  isPaused: z.boolean().default(false),
});

export type MovedChannel = z.output<typeof movedChannelSchema>;

import type { MovedChannel } from "../../rules/moved-channel";
import { foreignIdOf, foreignName, foreignRecord, foreignText } from "../foreign-values";
import type { MoveNotes } from "../move-notes";
import { movedChannelOf } from "../moved-channels";
import { type KumaRow, kumaFlag, kumaJson } from "./monitor-row";

/** Translates the notifications; they are off here until a person takes over. */
export function movedKumaChannels(rows: readonly KumaRow[], notes: MoveNotes): MovedChannel[] {
  return rows.flatMap((row) => {
    const config = foreignRecord(kumaJson(row.config));
    const [id, type] = [foreignIdOf(row.id), foreignText(config.type)];
    const name = foreignName(row.name ?? config.name, "Notification");
    if (id === null) {
      notes.leftOut({ noun: "channel", id, name }, "id", "It has no id.");
      return [];
    }
    const headers = kumaJson(config.webhookAdditionalHeaders);
    const own = { ...config, webhookAdditionalHeaders: headers };
    return movedChannelOf(
      { id, name, type, config: own, isPaused: "active" in row && !kumaFlag(row, "active"), field: "notification" },
      notes,
    );
  });
}

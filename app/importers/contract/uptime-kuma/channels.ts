import type { MovedChannel } from "../../rules/moved-channel";
import { foreignName, foreignRecord, foreignText, parseForeignId } from "../foreign-values";
import type { MoveNotes } from "../move-notes";
import { convertForeignChannel } from "../moved-channels";
import { type KumaRow, kumaFlag, kumaJson } from "./monitor-row";

/** Translates the notifications; they are off here until a person takes over. */
export function convertKumaChannels(rows: readonly KumaRow[], notes: MoveNotes): MovedChannel[] {
  return rows.flatMap((row) => {
    const config = foreignRecord(kumaJson(row.config));
    const [id, type] = [parseForeignId(row.id), foreignText(config.type)];
    const name = foreignName(row.name ?? config.name, "Notification");
    if (id === null) {
      notes.leftOut({ noun: "channel", id, name }, "id", "It has no id.");
      return [];
    }
    const headers = kumaJson(config.webhookAdditionalHeaders);
    const own = { ...config, webhookAdditionalHeaders: headers };
    return convertForeignChannel(
      { id, name, type, config: own, isPaused: "active" in row && !kumaFlag(row, "active"), field: "notification" },
      notes,
    );
  });
}

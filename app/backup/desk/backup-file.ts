import type { BackupFile } from "../download";

/** A file to keep, which nobody else keeps on its way. */
export const backupResponse = ({ name, text }: BackupFile): Response =>
  new Response(text, {
    headers: {
      "content-type": "application/jsonl; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });

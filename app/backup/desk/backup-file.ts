import type { BackupFile } from "../download";

/** Returns a file for download that no cache keeps. */
export const backupResponse = ({ name, text }: BackupFile): Response =>
  new Response(text, {
    headers: {
      "content-type": "application/jsonl; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });

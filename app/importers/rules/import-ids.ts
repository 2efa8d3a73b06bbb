import { createHmac } from "node:crypto";

/** Letters of an id (`platform/ids`), five bits each: ten of time, sixteen that no other thing has. */
const idLetters = "0123456789abcdefghjkmnpqrstvwxyz";
const timeChars = 10;
const ownChars = 16;

function timeText(atMs: number): string {
  let rest = Math.max(0, Math.floor(atMs));
  let text = "";
  for (let at = 0; at < timeChars; at++) {
    text = (idLetters[rest % 32] ?? "0") + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Returns what the ids of all things of an import begin with. */
export const importIdPrefix = ({ createdAt }: { createdAt: number }): string => timeText(createdAt);

const ownText = (key: string, name: string): string =>
  [...createHmac("sha256", key).update(name).digest().subarray(0, ownChars)]
    .map((byte) => idLetters[byte % 32])
    .join("");

/**
 * Returns the id of a thing that an import makes: the same one for the same import and thing, however often the step is
 * repeated. The import's own id is the key, which only the page's owners see, and which outlives a change of secrets.
 */
export const importedId = (job: { id: string; createdAt: number }, noun: string, theirId: string): string =>
  timeText(job.createdAt) + ownText(job.id, JSON.stringify([noun, theirId]));

/** Returns the id of a row beside a thing that is made or changed, such as an update. */
export const derivedImportId = (job: { id: string; createdAt: number }, ourId: string, name: string): string =>
  timeText(job.createdAt) + ownText(job.id, JSON.stringify(["beside", ourId, name]));

/** A recipient whom an email cannot reach, with all addresses that the report has for them. */
export interface FailedRecipient {
  addresses: string[];
  /** Reason as the refusing server stated it. */
  reason: string;
}

/** Longest part of a report that is read, in characters, and most recipients; Upfront's emails have one each. */
const most = { text: 100_000, recipients: 20 };

const unfolded = (text: string): string =>
  text
    .slice(0, most.text)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n[ \t]+/g, " ");

/** Returns the fields of one group by their names in lower case; the first of each name counts. */
function fieldsIn(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.split("\n")) {
    const [, name = "", value = ""] = /^([!-9;-~]{1,60}):(.*)$/.exec(line) ?? [];
    if (name !== "" && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** Returns `rfc822; ann@example.com` without its type. */
const typed = (value = ""): string => value.slice(value.indexOf(";") + 1).trim();

/**
 * Returns the recipients for whom delivery failed permanently, by a report of RFC 3464 (`message/delivery-status`).
 * Recipients who were delayed, or unreachable for too long, are not included.
 */
export function parseFailedRecipients(text: string): FailedRecipient[] {
  const groups = unfolded(text)
    .split(/\n[ \t]*\n/)
    .map(fieldsIn);
  return groups
    .filter((fields) => fields.get("action")?.toLowerCase() === "failed" && /^5\./.test(fields.get("status") ?? ""))
    .slice(0, most.recipients)
    .map((fields) => ({
      addresses: [fields.get("original-recipient"), fields.get("final-recipient")]
        .map(typed)
        .filter((address) => address !== "")
        .map((address) => address.toLowerCase()),
      reason: typed(fields.get("diagnostic-code")) || (fields.get("status") ?? ""),
    }));
}

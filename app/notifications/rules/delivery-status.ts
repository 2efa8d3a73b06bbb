/** A recipient whom a mail never reaches, by all addresses that the report has for them. */
export interface FailedRecipient {
  addresses: string[];
  /** In the words of the server that refused. */
  reason: string;
}

/** So much of a report is read, and so many recipients: our mails have one. */
const most = { text: 100_000, recipients: 20 };

const unfolded = (text: string): string =>
  text
    .slice(0, most.text)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n[ \t]+/g, " ");

/** The fields of one group, by their names in lower case; the first of each counts. */
function fieldsIn(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.split("\n")) {
    const [, name = "", value = ""] = /^([!-9;-~]{1,60}):(.*)$/.exec(line) ?? [];
    if (name !== "" && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** `rfc822; ann@example.com` without its type. */
const typed = (value = ""): string => value.slice(value.indexOf(";") + 1).trim();

/**
 * Of a report of RFC 3464 (`message/delivery-status`) those of whom it says that the mail failed for good. Who may yet get
 * it, and who was out of reach for too long, is none of them.
 */
export function failedIn(text: string): FailedRecipient[] {
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

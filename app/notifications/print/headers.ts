/** Machines answer none of our mails (RFC 3834), out-of-office notes least of all. */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/**
 * All mails about one subject to one recipient name the same root, the first one too. No mail has it as its Message-ID:
 * so order, repeats and digests do not matter to the thread (readers build it around the missing root).
 */
const threaded = (root: string) => ({ "In-Reply-To": `<${root}>`, References: `<${root}>` });

interface ListHeaders {
  /** Of the list of a page's subscribers, `<page id>.<host>`. */
  listId: string;
  /** https address that takes a POST and acts at once (RFC 8058). */
  oneClick: string;
  /** `<subject id>.<recipient id>@<host>` */
  root: string;
}

export const subscriberHeaders = ({ listId, oneClick, root }: ListHeaders): Record<string, string> => ({
  "List-Id": `<${listId}>`,
  "List-Unsubscribe": `<${oneClick}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  ...threaded(root),
  ...automatic,
});

/** Of mails to one person; `root` where several mails about the same thing make a thread. */
export const singleHeaders = (root: string | null = null): Record<string, string> => ({
  ...(root === null ? {} : threaded(root)),
  ...automatic,
});

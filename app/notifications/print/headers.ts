/** Headers that ask programs not to reply, such as out-of-office notes (RFC 3834). */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/**
 * All emails about one subject to one recipient refer to the same root, which is not the Message-ID of any email. So
 * order, repeats and digests do not affect the thread, which email programs build around the missing root.
 */
const threaded = (root: string) => ({ "In-Reply-To": `<${root}>`, References: `<${root}>` });

interface ListHeaders {
  /** List of a page's subscribers, `<page id>.<host>`. */
  listId: string;
  /** https URL that takes a POST and acts at once (RFC 8058). */
  oneClick: string;
  /** Root of the thread, `<subject id>.<recipient id>@<host>`. */
  root: string;
}

export const subscriberEmailHeaders = ({ listId, oneClick, root }: ListHeaders): Record<string, string> => ({
  "List-Id": `<${listId}>`,
  "List-Unsubscribe": `<${oneClick}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  ...threaded(root),
  ...automatic,
});

/** Returns the headers of emails to one person; `root` when several emails about the same subject form a thread. */
export const singleRecipientEmailHeaders = (root: string | null = null): Record<string, string> => ({
  ...(root === null ? {} : threaded(root)),
  ...automatic,
});

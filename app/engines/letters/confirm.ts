import { subscriberToConfirm } from "~/db/queries/letter-facts";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { confirmContent, type ScopeFact } from "~/letters/subscriber-confirm";
import { singleWriter } from "./single";
import { confirmToken } from "./subscriber-links";
import { brandOf, type MakeWriter, mask, newest } from "./writer";

interface Asked {
  scope: string;
  names: string;
  incidentTitle: string | null;
}

/** null when what was asked for is gone. */
function scopeOf(asked: Asked): ScopeFact | null {
  if (asked.scope === "page") return { kind: "page" };
  if (asked.scope === "incident") return asked.incidentTitle ? { kind: "incident", title: asked.incidentTitle } : null;
  const names = JSON.parse(asked.names) as string[];
  return names.length > 0 ? { kind: "components", names } : null;
}

/** null when it was confirmed meanwhile, or is gone. */
export const confirmWriter: MakeWriter = async (task) => {
  const { ctx, masked } = task;
  const { pageId, scope, expiresAt } = newest(task);
  const [[page], [asked]] = await read(
    ctx,
    pageById(ctx, pageId),
    subscriberToConfirm(ctx, pageId, String(scope.subscriber_id)),
  );
  if (!page || !asked || (!masked && asked.state !== "pending")) return null;
  const wanted = scopeOf(asked);
  if (!wanted) return null;
  const brand = brandOf(ctx, page);
  const { language, timeZone } = page;
  return singleWriter({
    fromName: brand.name,
    language,
    timeZone,
    async content(reader, recipient) {
      const named = recipient.kind === "subscriber" && !masked;
      const token = named ? await confirmToken(ctx, { ...recipient, expiresAt }) : mask;
      return confirmContent({ brand, url: `${brand.url}/subscriptions/${token}`, scope: wanted, expiresAt }, reader);
    },
  });
};

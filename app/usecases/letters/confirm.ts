import { subscriberToConfirm } from "~/db/queries/letter-facts";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { confirmContent, type ScopeFact } from "~/letters/subscriber-confirm";
import { confirmToken } from "../subscribers/links";
import { singleWriter } from "./single";
import { brandOf, type MakeWriter, mask, newest } from "./writer";

interface Asked {
  scope: string;
  names: string;
  incidentTitle: string | null;
}

function scopeOf({ scope, names, incidentTitle }: Asked): ScopeFact {
  if (scope === "components") return { kind: "components", names: JSON.parse(names) as string[] };
  return scope === "incident" && incidentTitle ? { kind: "incident", title: incidentTitle } : { kind: "page" };
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
  const brand = brandOf(ctx, page);
  const { language, timeZone } = page;
  return singleWriter({
    fromName: brand.name,
    language,
    timeZone,
    async content(reader, recipient) {
      const named = recipient.kind === "subscriber" && !masked;
      const token = named ? await confirmToken(ctx, { ...recipient, expiresAt }) : mask;
      return confirmContent({ brand, url: `${brand.url}/subscriptions/${token}`, scope: scopeOf(asked) }, reader);
    },
  });
};

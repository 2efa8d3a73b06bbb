import { read } from "~/db/read";
import { accountEvents, accountNewsContent } from "../../print/account-news";
import { localeOf } from "../../queries/letter-facts";
import { singleWriter } from "./single";
import { type MakeWriter, newest, ownBrand } from "./writer";

/** Writes the email about an event on an account to the account's owner, at an address that may no longer be theirs. */
export const accountNewsWriter: MakeWriter = async (task) => {
  const { ctx } = task;
  const { scope } = newest(task);
  const event = accountEvents.find((each) => each === scope.event);
  if (!event) return null;
  const browser = typeof scope.browser === "string" ? scope.browser : null;
  const [[person]] = await read(ctx, localeOf(ctx, String(scope.person_id)));
  const brand = ownBrand(ctx);
  return singleWriter(ctx, {
    fromName: brand.name,
    language: person?.language ?? "en",
    timeZone: person?.timeZone ?? "Etc/UTC",
    content: (reader) => accountNewsContent({ event, browser }, brand, reader),
  });
};

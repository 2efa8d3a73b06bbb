import { readBatch } from "~/db/read";
import { accountEvents, accountNewsEmailContent } from "../../print/account-news";
import { localeOfPersonQuery } from "../../queries/letter-facts";
import { singleEmailWriter } from "./single";
import { deploymentEmailBrand, type MakeEmailWriter, newestNotice } from "./writer";

/** Writes the email about an event on an account to the account's owner, at an address that may no longer be theirs. */
export const accountNewsEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx } = task;
  const { scope } = newestNotice(task);
  const event = accountEvents.find((each) => each === scope.event);
  if (!event) return null;
  const browser = typeof scope.browser === "string" ? scope.browser : null;
  const [[person]] = await readBatch(ctx, localeOfPersonQuery(ctx, String(scope.person_id)));
  const brand = deploymentEmailBrand(ctx);
  return singleEmailWriter(ctx, {
    fromName: brand.name,
    language: person?.language ?? "en",
    timeZone: person?.timeZone ?? "Etc/UTC",
    content: (reader) => accountNewsEmailContent({ event, browser }, brand, reader),
  });
};

import { accountEvents, accountNewsContent } from "~/letters/account-news";
import { singleWriter } from "./single";
import { type MakeWriter, newest, ownBrand } from "./writer";

/** What happened to an account, to the person that it belongs to. */
export const accountNewsWriter: MakeWriter = async (task) => {
  const { event: said } = newest(task).scope;
  const event = accountEvents.find((each) => each === said);
  if (!event) return null;
  const brand = ownBrand(task.ctx);
  const content = () => accountNewsContent(event, brand);
  return singleWriter(task.ctx, { fromName: brand.name, language: "en", timeZone: "Etc/UTC", content });
};

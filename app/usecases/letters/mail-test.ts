import { mailTestContent } from "~/letters/mail-test";
import { singleWriter } from "./single";
import { type MakeWriter, newest, ownBrand } from "./writer";

/** Proves that mail leaves. */
export const mailTestWriter: MakeWriter = async (task) => {
  const brand = ownBrand(task.ctx);
  const { createdAt } = newest(task);
  return singleWriter({
    fromName: brand.name,
    language: "en",
    timeZone: "Etc/UTC",
    content: (reader) => mailTestContent({ brand, at: reader.times.instant(createdAt) }, reader),
  });
};

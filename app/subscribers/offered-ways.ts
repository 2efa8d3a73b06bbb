import { canReceiveReplies } from "~/channels/contract/twilio";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { type ContactWayWithAddress, contactWaysWithAddress } from "~/notifications/rules/contact-ways";
import type { TwilioAccount } from "~/platform/twilio-account";

export interface OfferedContactWay {
  way: ContactWayWithAddress;
  /** Product name, the same in every language. */
  title: string;
}

const isOffered = (texting: TwilioAccount | null, way: ContactWayWithAddress): boolean =>
  way !== "sms" || (texting !== null && texting.countries.length > 0);

/** Returns the ways other than email that visitors are offered, in order. */
export const offeredContactWays = (texting: TwilioAccount | null): OfferedContactWay[] =>
  contactWaysWithAddress
    .filter((way) => isOffered(texting, way))
    .map((way) => ({ way, title: channelAdapterOf(way)?.title ?? way }));

export interface SmsOffer {
  /** Countries of ISO 3166 to which messages are sent. */
  countries: readonly string[];
  /** True when replies reach us. */
  takesReplies: boolean;
}

export const smsOfferOf = (texting: TwilioAccount | null): SmsOffer => ({
  countries: texting?.countries ?? [],
  takesReplies: canReceiveReplies(texting?.from ?? ""),
});

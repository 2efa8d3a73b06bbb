import { takesReplies } from "~/channels/contract/twilio";
import { channelOf } from "~/channels/kinds/known-kinds";
import { type OtherWay, otherWays } from "~/notifications/rules/ways";
import type { Texting } from "~/platform/texting";

export interface OfferedWay {
  way: OtherWay;
  /** A company's own name is the same in every language. */
  title: string;
}

const isOffered = (texting: Texting | null, way: OtherWay): boolean =>
  way !== "sms" || (texting !== null && texting.countries.length > 0);

/** Other ways than mail that a visitor is offered, in their order. */
export const subscriberKinds = (texting: Texting | null): OfferedWay[] =>
  otherWays.filter((way) => isOffered(texting, way)).map((way) => ({ way, title: channelOf(way)?.title ?? way }));

export interface TextingOffer {
  /** Of ISO 3166, whose numbers are texted. */
  countries: readonly string[];
  /** Whether a reply reaches us. */
  takesReplies: boolean;
}

export const textingOffer = (texting: Texting | null): TextingOffer => ({
  countries: texting?.countries ?? [],
  takesReplies: takesReplies(texting?.from ?? ""),
});

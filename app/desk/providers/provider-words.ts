import type { ProviderTrouble } from "~/rules/people/identity";

interface TroubleWords {
  title: string;
  /** What happened, and what to do next. */
  text: string;
}

/** Why a sign-in by a provider did not work; `{name}` is the provider's. */
export const providerTroubleWords: Record<ProviderTrouble, TroubleWords> = {
  denied: {
    title: "{name} did not let you through",
    text: "You said no there, or it does not let you use this status page. Begin again, or sign in another way.",
  },
  over: {
    title: "This sign-in is over",
    text: "It was used already, or more than 10 minutes have passed. Nothing was changed. Begin again.",
  },
  elsewhere: {
    title: "This sign-in was begun in another browser",
    text: "Nothing was used up: go on where you began it, or begin again here. You did not begin one? Then somebody sent you this link: close this page.",
  },
  away: {
    title: "{name} does not answer",
    text: "Wait a minute, then reload this page or begin again. If it stays away, sign in another way: a mailed link, a passkey, or a link from the operator's console.",
  },
  client: {
    title: "{name} does not know this status page",
    text: "The client id or its secret is wrong or has run out. The operator mends that on the deployment page, and can check it there. Until then sign in another way.",
  },
  clock: {
    title: "The clocks do not agree",
    text: "What {name} sent is not good yet, or not any more, by our clock. One of the two clocks is more than a minute off: tell the operator. Until then sign in another way.",
  },
  untrusted: {
    title: "The answer of {name} cannot be trusted",
    text: "It does not fit what was asked, so nobody was signed in. Begin again. If it happens again, tell the operator: the deployment page can check this provider.",
  },
  unverified: {
    title: "{name} does not vouch for your address",
    text: "Only an address that it calls verified counts. Verify it there and begin again; or sign in another way and connect {name} on your account page.",
  },
  nobody: {
    title: "Nobody here invited this address",
    text: "Ask an owner of the status page to invite the address that you use at {name}. If you have an account here, sign in another way and connect {name} on your account page.",
  },
  taken: {
    title: "Somebody else here is connected to this account of {name}",
    text: "Nothing was changed. Sign in with it to see whose it is, or choose another account of {name}.",
  },
  signed_out: {
    title: "You are not signed in any more",
    text: "To connect {name} you must be signed in as who began it. Nothing was changed. Sign in and begin again on your account page.",
  },
};

export const withProvider = (words: string, name: string): string => words.replaceAll("{name}", name);

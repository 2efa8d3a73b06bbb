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
    text: "You declined, or the provider doesn’t allow you to use this status page. Try again, or sign in another way.",
  },
  over: {
    title: "This sign-in has expired",
    text: "It was already used, or more than 10 minutes have passed. Nothing was changed. Start again.",
  },
  elsewhere: {
    title: "This sign-in was begun in another browser",
    text: "Continue in the browser where you started, or start again here. If you didn’t start signing in, someone sent you this link: close this page.",
  },
  away: {
    title: "{name} does not answer",
    text: "Wait a minute, then reload this page or start again. If it stays unavailable, sign in another way: an emailed link, a passkey, or a link from the operator’s console.",
  },
  client: {
    title: "{name} does not know this status page",
    text: "The client ID or secret is wrong or has expired. The operator can fix and test it on the deployment page. For now, sign in another way.",
  },
  clock: {
    title: "Clock mismatch",
    text: "By our clock, {name}’s response isn’t valid yet or has expired. One of the clocks is off by more than a minute: tell the operator, and sign in another way for now.",
  },
  untrusted: {
    title: "The answer of {name} cannot be trusted",
    text: "The response doesn’t match the request, so nobody was signed in. Start again. If it happens again, tell the operator: the deployment page can check this provider.",
  },
  unverified: {
    title: "{name} hasn’t verified your email address",
    text: "Only a verified address can be used. Verify it there and start again, or sign in another way and connect {name} on your account page.",
  },
  nobody: {
    title: "This address hasn’t been invited",
    text: "Ask an owner of the status page to invite the address that you use at {name}. If you have an account here, sign in another way and connect {name} on your account page.",
  },
  taken: {
    title: "This {name} account is connected to someone else here",
    text: "Nothing was changed. Sign in with it to see whose it is, or choose another account of {name}.",
  },
  signed_out: {
    title: "You are not signed in any more",
    text: "To connect {name}, sign in as the person who started it. Nothing was changed. Sign in and start again on your account page.",
  },
};

export const withProvider = (words: string, name: string): string => words.replaceAll("{name}", name);

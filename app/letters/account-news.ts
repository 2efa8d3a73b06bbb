import type { Brand, Content } from "./content";

/** What happened to somebody's account that they should know of, whoever did it. */
export const accountEvents = ["passkey_added", "address_replaced"] as const;
export type AccountEvent = (typeof accountEvents)[number];

const words: Record<AccountEvent, { subject: string; about: string }> = {
  passkey_added: {
    subject: "A passkey was added to your account",
    about: "From now on this passkey signs in to your account.",
  },
  address_replaced: {
    subject: "The email address of your account was changed",
    about: "From now on another address signs in to your account; this one does not any more.",
  },
};

export function accountNewsContent(event: AccountEvent, brand: Brand): Content {
  const { subject, about } = words[event];
  return {
    brand,
    subject,
    preheader: about,
    state: null,
    title: subject,
    blocks: [
      { kind: "text", text: about },
      { kind: "button", text: "Look at your account", url: `${brand.url}/manage/account` },
      {
        kind: "note",
        text: "Was it you? Then there is nothing to do. If not, sign out everywhere on the account page, remove what you do not know, and tell the operator of this deployment.",
      },
    ],
    foot: ["You get this because it concerns how you sign in."],
    links: [],
  };
}

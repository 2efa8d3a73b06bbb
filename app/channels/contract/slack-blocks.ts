import type { ChatMessage } from "./chat-message";
import type { MessageLink } from "./messages";
import { htmlChannelText, plainChannelText } from "./text-dialects";

/**
 * Maximum length of each part in characters; `facts` is the maximum number of facts. Together they stay far below
 * Slack's limit of about 13,200 characters (slackapi/bolt-js issue 2509).
 */
const most = { title: 150, text: 2500, name: 60, value: 300, facts: 8, fallback: 3000, link: 75 } as const;

const bold = (text: string) => ({ type: "text", text, style: { bold: true } });
const said = (text: string) => ({ type: "text", text });
const linkTo = ({ text, url }: MessageLink) => ({ type: "link", url, text: plainChannelText(text, most.link) });

/**
 * Rich text is literal: nothing in it is read as markup, a mention or a link.
 * https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
const blocksOf = ({ mark, title, text, facts, links, from }: ChatMessage) => [
  {
    type: "rich_text",
    elements: [
      {
        type: "rich_text_section",
        elements: [
          bold(`${mark}${plainChannelText(title, most.title)}`),
          ...(text ? [said(`\n${plainChannelText(text, most.text)}`)] : []),
          ...facts
            .slice(0, most.facts)
            .flatMap(({ name, value }) => [
              bold(`\n${plainChannelText(name, most.name)}: `),
              said(plainChannelText(value, most.value) || "–"),
            ]),
          said("\n"),
          ...links.flatMap((link) => [linkTo(link), said(" · ")]),
          said(plainChannelText(from, most.name) || "–"),
        ],
      },
    ],
  },
];

/** Returns the body for a webhook and for `chat.postMessage`; `text` is shown in notifications. */
export const slackMessageBody = (shown: ChatMessage) => ({
  text: htmlChannelText(`${shown.title} ${shown.links[0]?.url}`, most.fallback),
  mrkdwn: false,
  blocks: blocksOf(shown),
  unfurl_links: false,
});

import { alertSignal, firstText, isRecord, linkOf, type Reading, textOf } from "~/rules/alerts/signal";
import { defineSource, type Message, type Sample } from "../contract";
import { withoutProof } from "../credentials";
import { decodeAny, formTypes } from "../decode";
import { compositeKey, idOf, oneSignal, saidLabels, tagLabels, textsOf, unknownState, unreadable } from "../fields";

const bodyOf = (code: string, url: string): string => {
  if (code === "0") return [url, "timed out"].filter(Boolean).join(" ");
  return [url, code && `answered with status ${code}`].filter(Boolean).join(" ");
};

/** Its token is the same for all of an account and is sent in clear: the source's address is what lets it in. */
function read({ payload }: Message): Reading {
  if (!isRecord(payload)) return unreadable("it is not a form");
  const { Name: name, URL: url, Status: status } = payload;
  const state = textOf(status).trim().toLowerCase();
  const key = idOf(payload.TestID) || compositeKey(textOf(name), textOf(url));
  if (!key) return unreadable("there is no test");
  const signal = alertSignal({
    key,
    status: state === "up" ? "resolved" : "firing",
    title: firstText(name, url),
    body: bodyOf(idOf(payload.StatusCode), textOf(url)),
    link: linkOf(url),
    labels: { ...tagLabels(textsOf(payload.Tags)), ...saidLabels({ method: payload.Method, ip: payload.IP }) },
    flags: unknownState(["up", "down"].includes(state), state),
  });
  return oneSignal(signal);
}

function sample(): Sample {
  const [title, link] = ["This is a test of Upfront", "https://www.example.com/"];
  const payload = { Name: title, URL: link, Status: "Down", StatusCode: "503" };
  const body = `${link} answered with status 503`;
  return { payload, signals: [alertSignal({ key: `${title}|${link}`, status: "firing", title, body, link })] };
}

/** StatusCake's webhook: a form, or all of it in the query. It dates nothing: what comes later is later. */
export const statuscake = defineSource({
  kind: "statuscake",
  title: "StatusCake",
  methods: ["POST", "GET"],
  order: "event_time",
  ...withoutProof,
  contentTypes: [...formTypes, "application/json", ""],
  hiddenFields: ["Token"],
  decode: decodeAny,
  read,
  sample,
});

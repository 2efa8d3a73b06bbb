#!/usr/bin/env node
// The agent of Upfront: checks what only its own network reaches, and reports. One file for Node 20 or later; docs/agent.md.
import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { addAbortSignal } from "node:stream";
import tls from "node:tls";
import { parseArgs, promisify } from "node:util";

const program = "upfront-agent/1";
const texts = ["url", "secret-file", "spool", "ca", "cert", "key", "dns"].map((name) => [name, { type: "string" }]);
const ticks = ["once", "insecure", "metadata"].map((name) => [name, { type: "boolean" }]);
const { values: flags } = parseArgs({ options: Object.fromEntries([...texts, ...ticks]) });
const env = (name) => process.env[`UPFRONT_AGENT${name}`] || undefined;
/** A flag, else its variable: `--secret-file` is UPFRONT_AGENT_SECRET_FILE. */
const option = (name) => flags[name] ?? env(name === "url" ? "" : `_${name.toUpperCase().replace("-", "_")}`);
const say = (event, more = {}) => console.error(JSON.stringify({ at: new Date().toISOString(), event, ...more }));

const address = option("url")?.replace(/\/$/, "");
function refuse(why) {
  console.error(why);
  process.exit(2);
}
function fileOf(name) {
  try {
    return option(name) && readFileSync(option(name), "utf8");
  } catch ({ code }) {
    refuse(`--${name} ${option(name)} cannot be read (${code}). Name a file that this user may read.`);
  }
}
const secret = (fileOf("secret-file") ?? env("_SECRET"))?.trim();
if (!URL.canParse(address ?? "") || !secret)
  refuse("Set UPFRONT_AGENT to the agent's address, and UPFRONT_AGENT_SECRET to its signing secret.");
const { protocol, hostname, origin, pathname } = new URL(address);
const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
/** Settings with their secrets come this way, and what is to be called: without TLS anybody on it reads and changes both. */
if (protocol === "http:" && !isHere && !option("insecure"))
  refuse("The agent's address is not https. UPFRONT_AGENT_INSECURE=1 lets secrets travel in the clear all the same.");

const spool = option("spool") ?? "upfront-agent.spool.json";
const [ownCa, cert, key] = [fileOf("ca"), fileOf("cert"), fileOf("key")];
const trust = { ...(ownCa ? { ca: [...tls.rootCertificates, ownCa] } : {}), ...(cert ? { cert, key } : {}) };

const minute = 60_000;
const mostBytes = 4 * 1024 * 1024;
const atOnce = 1000;
const run = randomUUID();
const runProgram = promisify(execFile);
/** ms that the server's clock is ahead of ours: minutes and signatures go by it, `at` and `sent_at` by our own. */
let offset = 0;
let checks = { every: 1, list: [], etag: "" };
const now = () => Date.now() + offset;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const trouble = (verdict) => (code, detail, within) => Object.assign(new Error(detail), { verdict, code, within });
const [down, degraded, unknown] = ["down", "degraded", "unknown"].map(trouble);
const must = (holds, ...fault) => {
  if (!holds) throw down(...fault);
};
/** Names of errors carry no secret; their messages may. */
const nameOf = (error) => String(error?.code ?? error?.name ?? "error").slice(0, 60);

const hostOf = (url) => new URL(url).hostname.replace(/^\[|\]$/g, "");

/** Where clouds tell machines their secrets. */
const avoided = new net.BlockList();
avoided.addSubnet("169.254.0.0", 16);
for (const each of ["100.100.100.200", "168.63.129.16"]) avoided.addAddress(each);
for (const each of ["fd00:ec2::254", "fd20:ce::254"]) avoided.addAddress(each, "ipv6");

/** No check opens anything there, be it by a name or a redirect: whoever changes monitors must not read what this machine is told. */
function avoid(opening, host) {
  const judge = (_, address) => {
    if (option("metadata") || !net.isIP(address) || !avoided.check(address, `ipv${net.isIP(address)}`)) return;
    opening.destroy(unknown("private_address", "Clouds tell secrets there; --metadata lets the agent call it."));
  };
  judge(null, host);
  return opening.on("lookup", judge).on("socket", (socket) => socket.on("lookup", judge));
}

/** One call: at most `most` bytes of the answer, over by the signal. */
async function request({ url, method = "GET", headers, body, signal, most = 262_144, isCheck }) {
  const { request: open } = new URL(url).protocol === "http:" ? http : https;
  // What fails once an answer comes is thrown where that is read.
  const sent = open(url, { method, headers, signal, agent: false, ...trust }).on("error", () => {});
  if (isCheck) avoid(sent, hostOf(url));
  const parts = [];
  let size = 0;
  const [answer] = await once(sent.end(body), "response");
  for await (const part of answer) {
    size += parts.push(part) && part.length;
    if (size > most) break;
  }
  const text = Buffer.concat(parts).subarray(0, most).toString();
  return { status: answer.statusCode, headers: answer.headers, text, size, truncated: size > most };
}

/** `*` and `?` stand for any characters; in steps that grow with both lengths, however many stars there are. */
function globFits(glob, text) {
  const [wanted, found] = [[...glob.toLowerCase()], [...text.toLowerCase()]];
  let [at, star, tried] = [0, -1, 0];
  for (let place = 0; place < found.length; ) {
    if (wanted[at] === "*") [star, tried] = [at++, place];
    else if (wanted[at] === "?" || wanted[at] === found[place]) [at, place] = [at + 1, place + 1];
    else if (star < 0) return false;
    else [at, place] = [star + 1, ++tried];
  }
  return wanted.slice(at).every((each) => each === "*");
}

/** Members and indexes alone; what else RFC 9535 has is checked from the edge. */
function jsonAt(text, path) {
  if (!/^\$(\.[\w-]+|\[\d+\]|\['[^']+'\])*$/.test(path))
    throw unknown("agent_path", `The agent cannot follow ${path}.`);
  const steps = path.matchAll(/\.([\w-]+)|\[(\d+)\]|\['([^']+)'\]/g);
  const names = [...steps].map((found) => found.slice(1).find(Boolean));
  try {
    return names.reduce((value, name) => (Object.hasOwn(value, name) ? value[name] : undefined), JSON.parse(text));
  } catch {
    return undefined;
  }
}
const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

function judgeAnswer(given, { status, headers, text, size, truncated }, milliseconds) {
  const ranges = [...(given.statuses ?? "200-299").matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)];
  if (!ranges.some(([, from, to = from]) => status >= from && status <= to))
    throw down("status", `It answered ${status}.`);
  const [, before = "", after = ""] = /^([^:]*):(.*)$/s.exec(given.header ?? "") ?? [];
  const [name, pattern] = [before.trim(), after.trim()];
  if (name && !globFits(pattern, String(headers[name.toLowerCase()] ?? "\u0000")))
    throw down("header", `The header ${name} is not as expected.`);
  // What was not read may say anything.
  const isUnread = /[^\s,]/.test(String(headers["content-encoding"] ?? "").replace(/identity/gi, ""));
  if ((given.contains || given.lacks || given.jsonPath) && isUnread) throw unknown("text_unread", "It is compressed.");
  if (given.contains && !text.includes(given.contains)) throw down("text_missing", "The text is not there.");
  if (given.lacks && text.includes(given.lacks)) throw down("text_found", "The text is there.");
  if (given.lacks && truncated) throw unknown("text_cut", "It is not in the first 256 KB; the rest was not read.");
  const isSized = size >= Number(given.leastBytes ?? 0) && size <= Number(given.mostBytes ?? size);
  must(isSized, "size", `It has ${size} bytes.`);
  if (given.jsonPath && truncated) throw down("json", "The answer is longer than 256 KB.");
  const found = given.jsonPath ? asText(jsonAt(text, given.jsonPath)) : "";
  must(found !== undefined && found === (given.jsonValue ?? found), "json", "The JSON is not as expected.");
  if (given.latest && milliseconds > Number(given.latest)) throw down("too_slow", `It took ${milliseconds} ms.`);
}

/** So that a value stays one wherever it is written. */
const writers = { json: (value) => JSON.stringify(value).slice(1, -1), form: encodeURIComponent, text: String };
const inHeader = (value) => (/[^\t\x20-\x7e\x80-\xff]/.test(value) ? "" : value);

/** A request with what was carried on in its places. */
function withValues({ url, headers, body, writes, ...more }, values) {
  const fill = (text, write) =>
    text.replace(/\{\{ *(\w+) *\}\}/g, (whole, name) => (values.has(name) ? write(values.get(name)) : whole));
  const named = Object.entries(headers).map(([name, text]) => [name, fill(text, inHeader)]);
  const filled = { url: fill(url, encodeURIComponent), body: body && fill(body, writers[writes]) };
  return { ...more, ...filled, isCheck: true, headers: { "user-agent": program, ...Object.fromEntries(named) } };
}

function between(text, after, until) {
  const from = text.indexOf(after);
  const to = from < 0 ? -1 : text.indexOf(until, from + after.length);
  return to < 0 ? undefined : text.slice(from + after.length, to);
}

/** What an answer hands on to the next request; no secret of it is in what is told. */
function takeAll({ text }, takes, values) {
  for (const { name, path, after, until } of takes) {
    const found = path ? asText(jsonAt(text, path)) : between(text, after, until);
    if (found === undefined) throw down("value_missing", `The value ${name} is not in the answer.`);
    const room = Math.min(4000, 8000 - [...values.values()].join("").length);
    if (found.length > room) throw down("value_missing", `The value ${name} is too long.`);
    values.set(name, found.toWellFormed());
  }
}

/** Each request once, as the deployment made it; the last one is judged, wherever it leads. */
async function checkHttp({ requests, ...given }, { signal, taken }) {
  const values = new Map();
  for (const [index, { takes, ...earlier }] of requests.slice(0, -1).entries()) {
    const answer = await request({ ...withValues(earlier, values), signal });
    must(/^[23]/.test(answer.status), "status", `Request ${index + 1} answered ${answer.status}.`);
    takeAll(answer, takes, values);
  }
  let asked = withValues(requests.at(-1), values);
  const isFollowed = given.follow !== "no" && /^(GET|HEAD)$/.test(asked.method);
  for (let hops = 0; ; hops++) {
    const answer = await request({ ...asked, signal });
    const to = isFollowed ? answer.headers.location : undefined;
    if (!to || ![301, 302, 303, 307, 308].includes(answer.status)) {
      judgeAnswer(given, answer, taken());
      const place = { host: hostOf(given.url), port: new URL(given.url).port || 443, days: given.certificateDays };
      return place.days ? checkTls(place, { signal }) : undefined;
    }
    if (hops === 3) throw down("too_many_redirects", "More than three redirects.");
    const next = new URL(to, asked.url);
    const headers = next.origin === new URL(asked.url).origin ? asked.headers : { "user-agent": program };
    asked = { ...asked, url: next.href, headers };
  }
}

/** Opens; `work` speaks with it, and whatever happens it is closed in time. */
async function connected(socket, ready, signal, work) {
  // What fails is thrown where it is waited for.
  addAbortSignal(signal, socket).on("error", () => {});
  try {
    await once(socket, ready);
    return await work(socket);
  } finally {
    socket.destroy();
  }
}

/** What comes, kept in `came`, until it fits; throws where the other end stops before, or 4 KB came. */
async function heard(socket, fits, came = {}) {
  came.text = "";
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    came.text += part;
    if (fits(came.text)) return;
    if (came.text.length > 4096) break;
  }
  throw down("text_missing", "The expected text did not come.");
}

const unescaped = (text = "") => text.replace(/\\[rnt\\]/g, (found) => JSON.parse(`"${found}"`));

const dialogues = {
  smtp: [[/^220 /m, "EHLO agent\r\n"], [/^250 /m, "STARTTLS\r\n"], [/^220 /m]],
  imap: [[/^\* OK/m, "a STARTTLS\r\n"], [/^a OK/m]],
  pop3: [[/^\+OK/m, "STLS\r\n"], [/^\+OK/m]],
};

/** In the clear, or under TLS from the start or from when it may begin. */
function opened({ host, port, starttls = "no", ...secured }, signal, work) {
  return connected(avoid(net.connect({ host, port: Number(port) }), host), "connect", signal, async (socket) => {
    if (starttls === "no" && secured.tls === "no") return work(socket);
    for (const [fits, answer] of dialogues[starttls] ?? []) {
      await heard(socket, (text) => fits.test(text));
      if (answer) socket.write(answer);
    }
    const own = net.isIP(host) ? {} : { servername: host };
    return connected(tls.connect({ socket, host, ...own, ...trust, ...secured }), "secureConnect", signal, work);
  });
}

/** An answer may hold words of what was sent, which are secret. */
function withoutSent(text, sent = "") {
  const words = [sent, unescaped(sent).trim(), ...sent.split(/[^\p{L}\p{N}_.~+/=-]+/u)];
  return words.reduce((left, word) => (word.length > 5 ? left.replaceAll(word, "••••") : left), text).slice(0, 2048);
}

function checkTcp({ host, port, tls: secure = "no", starttls, send, expect }, { signal, came }) {
  return opened({ host, port, starttls, tls: secure }, signal, async (socket) => {
    if (send) socket.write(unescaped(send));
    if (expect) await heard(socket, (text) => text.includes(unescaped(expect)), came);
  });
}

function judgeCertificate(socket, { host, days = 30, issuer }) {
  const found = socket.getPeerCertificate();
  const [from, to] = [Date.parse(found.valid_from), Date.parse(found.valid_to)];
  const left = Math.floor((to - now()) / 86_400_000);
  const by = Object.values(found.issuer ?? {}).join(" ");
  if (now() >= to) throw down("expired", `The certificate expired on ${new Date(to).toISOString().slice(0, 10)}.`);
  if (now() < from)
    throw down("not_yet_valid", `The certificate is not valid before ${new Date(from).toISOString().slice(0, 10)}.`);
  if (tls.checkServerIdentity(host, found)) throw down("wrong_name", "The certificate is for another name.");
  const { authorizationError: why } = socket;
  if (why === "DEPTH_ZERO_SELF_SIGNED_CERT") throw down("self_signed", "The certificate is self-signed.");
  if (!socket.authorized) throw down("untrusted", `The certificate is not trusted (${nameOf({ code: why })}).`);
  if (issuer && !by.includes(issuer)) throw down("wrong_issuer", "Another authority issued the certificate.");
  if (left >= Number(days)) return;
  const within = [1, 7, 14, 30].find((step) => step < Number(days) && left < step) ?? Number(days);
  const soon = left === 1 ? "one day" : `${left} days`;
  throw degraded("expires_soon", `The certificate expires in ${soon}.`, within);
}

/** What is not trusted is looked at all the same, and judged. */
const checkTls = ({ host, port = 443, starttls, ...given }, { signal }) =>
  opened({ host, port, starttls, rejectUnauthorized: false }, signal, (socket) =>
    judgeCertificate(socket, { host, ...given }),
  );

const recordText = {
  MX: ({ priority, exchange }) => `${priority} ${exchange}`,
  SRV: ({ priority, weight, port, name }) => `${priority} ${weight} ${port} ${name}`,
  SOA: (soa) => Object.values(soa).join(" "),
  CAA: ({ critical, type, ...more }) => `${critical} ${Object.keys(more)[0]} ${Object.values(more)[0]}`,
  TXT: (parts) => parts.join(""),
};
const plainRecord = (type, text) => (type === "TXT" ? text : text.toLowerCase().replace(/\.(?=\s|$)|"/g, ""));

async function checkDns({ name, type = "A", match = "any", values = "", count, serial, dnssec }, { signal }) {
  if (dnssec === "yes") throw unknown("agent_dnssec", "The system's resolver does not tell whether DNSSEC holds.");
  const resolver = new Resolver();
  signal.addEventListener("abort", () => resolver.cancel());
  if (option("dns")) resolver.setServers(option("dns").split(","));
  const answered = await resolver.resolve(name.replace(/\.$/, ""), type).catch(({ code }) => {
    if (code === "ENODATA") return [];
    if (code === "ENOTFOUND") throw down("nxdomain", "There is no such name.");
    throw unknown("no_resolver", `The resolver said ${code}.`);
  });
  const plain = (each) => plainRecord(type, recordText[type]?.(each) ?? String(each));
  const found = [answered].flat(type === "TXT" ? 1 : 2).map(plain);
  const wanted = (values.match(/\S.*/g) ?? []).map((line) => plainRecord(type, line.trimEnd()));
  const [all, only, counts] = [/^(exactly|contains)$/, /^exactly$/, /^count$/].map((each) => each.test(match));
  must(!counts || found.length === Number(count), "record_count", `${found.length} records, ${count} expected.`);
  must(counts || found.length > 0, "no_record", `There is no ${type} record.`);
  must(!all || wanted.every((each) => found.includes(each)), "record_missing", "A record is missing.");
  must(!only || found.every((each) => wanted.includes(each)), "record_unexpected", "A record is not expected.");
  must(!(answered.serial < Number(serial)), "serial", `The serial is ${answered.serial}.`);
}

async function checkPing({ host }, { signal }) {
  if (/^-/.test(host)) throw unknown("settings", "This is no host.");
  const count = process.platform === "win32" ? "-n" : "-c";
  try {
    const { stdout } = await runProgram("ping", [count, "1", host], { signal });
    const time = /time[=<]([\d.]+) ?ms/.exec(stdout)?.[1];
    return time && Math.round(Number(time));
  } catch ({ code, stderr = "" }) {
    if (code === "ENOENT") throw unknown("no_ping", "The program ping is not installed where the agent runs.");
    if (code === "ABORT_ERR" || code === 1) throw down("timeout", "No reply came in time.");
    if (/unknown|not known|resol|associated/i.test(stderr)) throw down("unresolved", "There is no such name.");
    throw unknown("ping_failed", `The program ping failed: ${stderr.split("\n")[0].slice(0, 120)}`);
  }
}

const kinds = {
  http: {
    check: checkHttp,
    knows:
      "url method headers body auth username password token statuses header contains lacks jsonPath jsonValue latest follow bodyType leastBytes mostBytes certificateDays earlier",
  },
  tcp: { check: checkTcp, knows: "host port tls starttls send expect" },
  tls: { check: checkTls, knows: "host port starttls days issuer" },
  dns: { check: checkDns, knows: "name type match values count serial dnssec resolver second" },
  ping: { check: checkPing, knows: "host" },
};
const isSaid = (value) => !["", "no", "none", null, undefined].includes(value);

/** A connection or a handshake that failed; all else is a fault of the agent's, and nobody's outage. */
const isOfNetwork = ({ code, syscall }) =>
  syscall !== undefined || /^(E[A-Z]+$|ERR_(SSL|TLS|STREAM)|HPE_|CERT_|UNABLE_|SELF_SIGNED|DEPTH_ZERO)/.test(code);

function troubleOf(error, { aborted }) {
  if (error.verdict) return error;
  if (aborted) return down("timeout", "It did not answer in time.");
  if (isOfNetwork(error)) return down("unreachable", `It could not be reached (${nameOf(error)}).`);
  return unknown("agent_broken", `The agent could not check it (${nameOf(error)}).`);
}

/** One look, and again where it is down; what this agent does not know it does not judge. */
async function look(check, again = check.retries ?? 0) {
  const { kind, settings, requests, timeout_seconds: seconds } = check;
  const began = performance.now();
  const taken = () => Math.round(performance.now() - began);
  const [signal, came] = [AbortSignal.timeout(seconds > 0 && seconds <= 600 ? seconds * 1000 : 10_000), {}];
  try {
    if (!kinds[kind]) throw unknown("unknown_kind", `This agent does not know the kind ${kind}: get a newer one.`);
    if (settings === null) throw unknown("sealed", "Its settings have to be entered again.");
    const { check: work, knows } = kinds[kind];
    const strange = Object.keys(settings).find((name) => isSaid(settings[name]) && !knows.split(" ").includes(name));
    if (strange) throw unknown("unknown_setting", `This agent does not know the setting ${strange}: get a newer one.`);
    const told = await work({ ...settings, requests }, { signal, taken, came });
    return { verdict: "up", code: "ok", detail: "As expected.", milliseconds: told ?? taken() };
  } catch (error) {
    const { verdict, code, message: detail, ...more } = troubleOf(error, signal);
    if (verdict === "down" && again > 0) return look(check, again - 1);
    const isTimed = verdict !== "unknown" && code !== "timeout" && code !== "unreachable";
    const received = came.text && withoutSent(came.text, settings.send);
    return { verdict, code, detail, milliseconds: isTimed ? taken() : null, received, ...more };
  }
}

/** What is not reported yet, the oldest first, by the server's clock; on disk too, without any settings. */
let results = [];
const isResult = (each) => typeof each?.monitor === "string" && Number.isFinite(each.at);
/** `since` is by no clock, as those may jump: how long it waits in this process. */
const waitingSince = (each) => ({ ...each, since: Math.round(performance.now()) });

function restore() {
  try {
    if (statSync(spool).size > mostBytes) throw unknown("too_long");
    results = [JSON.parse(readFileSync(spool, "utf8"))].flat().filter(isResult).map(waitingSince);
  } catch (error) {
    if (error.code !== "ENOENT") say("spool.unreadable", { code: nameOf(error) });
  }
}

function keep() {
  results = results.filter(({ since }) => performance.now() - since < 60 * minute);
  const tooLong = () => Buffer.byteLength(JSON.stringify(results)) > mostBytes;
  while (tooLong()) results = results.slice(Math.ceil(results.length / 10));
  try {
    // A file that lies there already may be readable by others, or lead elsewhere.
    rmSync(`${spool}.new`, { force: true });
    writeFileSync(`${spool}.new`, JSON.stringify(results), { mode: 0o600, flag: "wx" });
    renameSync(`${spool}.new`, spool);
  } catch (error) {
    say("spool.unwritten", { code: nameOf(error) });
  }
}

/** By its `Date`, whatever it answers: a clock of ours that is wrong is put right for minutes and signatures. */
function readClock({ headers }, sent) {
  const theirs = Date.parse(headers.date ?? "");
  const found = theirs - (sent + Date.now()) / 2;
  if (Math.abs(found - offset) < 2000 || Number.isNaN(found)) return;
  offset = found;
  say("clock", { ahead_of_ours_ms: Math.round(found) });
}

/** By a clock that never jumps: before then it asks to be left alone, five minutes at most. */
let quietUntil = 0;
function readRetryAfter({ status, headers: { "retry-after": told } }) {
  const wait = /^\d+$/.test(told) ? told * 1000 : Date.parse(told) - now();
  if (/429|503/.test(status) && wait > 0) quietUntil = performance.now() + Math.min(wait, 5 * minute);
}

/** Signed as Standard Webhooks 1.0 say; again at once where only our clock was wrong. */
async function call(path, { payload, headers, most }, again = true) {
  if (performance.now() < quietUntil) throw unknown("told_to_wait");
  const sent = Date.now();
  const body = payload && JSON.stringify({ sent_at: sent, ...payload() });
  const [id, stamp] = [`msg_${randomUUID()}`, String(Math.floor(now() / 1000))];
  const signer = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
  const signature = `v1,${signer.update(`${id}.${stamp}.${body ?? ""}`).digest("base64")}`;
  const signed = { "webhook-id": id, "webhook-timestamp": stamp, "webhook-signature": signature };
  const all = { "user-agent": program, "content-type": "application/json", ...signed, ...headers };
  const [method, signal] = [payload ? "POST" : "GET", AbortSignal.timeout(15_000)];
  const answer = await request({ url: `${address}/${path}`, method, body, headers: all, most, signal });
  readClock(answer, sent);
  readRetryAfter(answer);
  const isLate = answer.status === 401 && answer.text.includes("/problems/clock");
  return isLate && again ? call(path, { payload, headers, most }, false) : answer;
}

async function refresh() {
  const answer = await call("checks", { headers: { "if-none-match": checks.etag }, most: 16 * 1024 * 1024 });
  if (answer.status === 304) return;
  if (answer.status !== 200) throw unknown(`status_${answer.status}`);
  // What was cut is no JSON: then the checks of before go on.
  const { every, checks: list } = JSON.parse(answer.text);
  if (!(every > 0) || !list.every(({ id, kind }) => id && kind)) throw unknown("no_checks");
  checks = { every, list, etag: answer.headers.etag ?? "" };
  say("checks", { every, checks: list.length });
}

/** By a clock that never jumps. */
let [failures, notBefore, reportedAt] = [0, 0, Number.NEGATIVE_INFINITY];
let restlessUntil = 0;
const last = new Map();

/** All that waits, a thousand at a time; what is refused for itself is dropped, what is not taken waits longer each time. */
async function report() {
  let part;
  do {
    part = results.slice(0, atOnce);
    const byOurs = ({ since, at, ...each }) => ({ ...each, at: Math.max(0, Math.round(at - offset)) });
    const answer = await call("results", { payload: () => ({ run, program, results: part.map(byOurs) }) });
    const isRefused = [400, 413, 422].includes(answer.status) && answer.text.includes("/problems/");
    if (answer.status !== 200 && !isRefused) throw unknown(`status_${answer.status}`);
    // Others on the way answer 200 with pages of theirs, and took nothing.
    JSON.parse(answer.text);
    say(isRefused ? "refused" : "reported", { status: answer.status, results: part.length });
    const sent = new Set(part);
    results = results.filter((each) => !sent.has(each));
    keep();
  } while (part.length === atOnce);
  [failures, notBefore, reportedAt] = [0, 0, performance.now()];
}

const trying = (event, work) =>
  work().then(
    () => true,
    (error) => say(event, { code: nameOf(error), waiting: results.length }),
  );

async function reportWhenDue() {
  const at = performance.now();
  const calm = at - reportedAt < checks.every * minute - 5000 && at > restlessUntil;
  if (calm || at < notBefore || at < quietUntil) return;
  if (await trying("report.failed", report)) return;
  failures += 1;
  notBefore = performance.now() + Math.min(2000 * 2 ** failures, 5 * minute) * (0.5 + Math.random() / 2);
}

function note(found) {
  if (last.get(found.monitor) !== found.verdict) restlessUntil = performance.now() + 10 * minute;
  last.set(found.monitor, found.verdict);
  // A report of a thousand stays far below what is taken.
  if (results.filter(({ received }) => received).length > 15) found.received = undefined;
  results.push(waitingSince(found));
}

/** Six at once. What was changed or deleted while it waited is looked at as it is then, or not at all. */
async function lookAtAll(due) {
  const ids = due.map(({ id }) => id).values();
  const hand = async () => {
    for (const id of ids) {
      const check = checks.list.find((each) => each.id === id);
      if (check) note({ monitor: id, at: now(), ...(await look(check)) });
    }
  };
  await Promise.all(Array.from({ length: 6 }, hand));
}

/** The minute of the last round, and that round. */
let looked = Number.NaN;
let round = Promise.resolve();
const turnOf = ({ interval, phase }, at) => Math.floor((at - phase) / interval);
const isDue = (check, at) => !last.has(check.id) || turnOf(check, at) !== turnOf(check, looked);

async function runRound() {
  let asked = await trying("checks.failed", refresh);
  const at = Math.floor(now() / minute);
  round = lookAtAll(checks.list.filter((check) => isDue(check, at))).then(() => true);
  looked = at;
  // What hangs delays no report, and no change of settings.
  for (let isOver = false; !isOver; ) {
    isOver = await Promise.race([round, sleep(minute)]);
    keep();
    await reportWhenDue();
    if (!isOver) asked = await trying("checks.failed", refresh);
  }
  return asked;
}

/** What is being looked at has two seconds to end, and what was found has two to be taken; the rest waits on disk. */
async function end() {
  checks.list = [];
  await Promise.race([round, sleep(2000)]);
  keep();
  await Promise.race([trying("report.failed", report), sleep(2000)]);
  process.exit(0);
}

restore();
say("began", { program, address: origin + pathname, spool });
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
if (flags.once) process.exit((await runRound()) && results.length === 0 ? 0 : 1);
for (;;) {
  if (Math.floor(now() / minute) !== looked) await runRound();
  else if (failures > 0) await reportWhenDue();
  // Two seconds into the next minute, so that no result falls between two.
  const next = Math.max(200, (looked + 1) * minute + 2000 - now());
  await sleep(Math.min(next, failures > 0 ? 1000 : minute));
}

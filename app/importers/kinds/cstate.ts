import { type CstateIssue, convertCstateIssue, cstateIssueSlug, splitCstateIssue } from "../contract/cstate/issue";
import { foreignTimeZone } from "../contract/foreign-time-zone";
import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../contract/foreign-values";
import type { MoveDocumentPart, MovedComponent, MovedGroup, MovedPage } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import { toMovedPage } from "../contract/moved-things";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import { parseOriginYaml } from "../contract/origin-yaml";
import { unmovedReasons } from "../contract/unmoved-reasons";

const title = "cState";

type Config = Record<string, unknown>;

const configPath = /(?:^|\/)(?:config|hugo)(?:\/_default\/(?:config|hugo))?\.(ya?ml|json)$/i;

const looks = unmovedReasons.looks;

const paramsLeftOut: Readonly<Record<string, string>> = {
  logo: "Upload the logo in the page's settings.",
  ok: looks,
  disrupted: looks,
  down: looks,
  notice: looks,
  headerTextColor: looks,
  enableCustomHTML: unmovedReasons.script,
  googleAnalytics: unmovedReasons.script,
  customHeader: unmovedReasons.script,
  dateFormat: "Times are written in each visitor's language.",
  shortDateFormat: "Times are written in each visitor's language.",
  incidentPostsPerPage: looks,
  incidentHistoryFormat: looks,
};

function pageOf(config: Config, notes: MoveNotes): MovedPage {
  const params = foreignRecord(config.params);
  const name = foreignName(config.title, "Status page");
  const subject: NoteSubject = { noun: "page", id: "cstate", name };
  notes.leftOutFields(subject, params, paramsLeftOut);
  const brand = foreignText(params.brand);
  const language = foreignText(config.defaultContentLanguage) || foreignText(config.languageCode);
  return toMovedPage({
    id: "cstate",
    name,
    about: params.description,
    timeZone: foreignTimeZone(foreignText(config.timeZone)),
    host: URL.parse(foreignText(config.baseURL))?.host || null,
    accentColor: /^#[0-9a-f]{6}$/i.test(brand) ? brand : null,
    languages: /^[a-z]{2}(?:-[a-z]{2})?$/i.test(language) ? [language] : [],
  });
}

/** Returns the groups; a category without a title is none. */
function groupsOf(params: Config): MovedGroup[] {
  return foreignList(params.categories)
    .map(foreignRecord)
    .flatMap(({ name, description, untitled }) => {
      const id = parseForeignId(name);
      if (id === null || foreignFlag(untitled) === true) return [];
      return [{ id, name: foreignName(name, id), description: foreignText(description) }];
    });
}

function componentsOf(params: Config, groups: readonly MovedGroup[], notes: MoveNotes): MovedComponent[] {
  const known = new Set<string>();
  return foreignList(params.systems)
    .map(foreignRecord)
    .flatMap((system) => {
      const id = parseForeignId(system.name);
      const name = foreignName(system.name, "System");
      const subject: NoteSubject = { noun: "component", id, name };
      if (id === null || known.has(id)) {
        notes.question(subject, "name", "It has no name, or one that another system has, so it does not come.");
        return [];
      }
      known.add(id);
      notes.leftOutFields(subject, system, { link: "Write the link into its description." });
      const category = parseForeignId(system.category);
      const groupId = groups.some((each) => each.id === category) ? category : null;
      return [
        {
          id,
          name,
          description: foreignText(system.description).trim(),
          groupId,
          manualStatus: null,
          keptBy: "manual" as const,
          startedAt: null,
          showsUptime: foreignFlag(system.histogram) !== false,
          isHidden: false,
        },
      ];
    });
}

/** Reads an issue's file; one without front matter of YAML or JSON is asked about. */
function readIssue(file: OriginFile, slug: string, notes: MoveNotes): OriginResult<CstateIssue | null> {
  const subject: NoteSubject = { noun: "incident", id: slug, name: file.path.slice(-200) };
  const parted = splitCstateIssue(file.text);
  if (parted === null) {
    notes.question(subject, "front matter", "It has none between lines of ---, so it does not come: TOML is not read.");
    return { ok: true, value: null };
  }
  const front = parseOriginYaml(file.path, parted.yaml);
  if (!front.ok) return front;
  return { ok: true, value: { slug, front: foreignRecord(front.value), body: parted.body } };
}

function readConfig(files: readonly OriginFile[]): OriginResult<Config> {
  const file = files.find(({ path }) => configPath.test(path));
  if (!file)
    return originRefusal(
      "not_this_origin",
      "There is no config.yml: give the repository of the site. TOML is not read.",
    );
  const read = /\.json$/i.test(file.path)
    ? parseOriginJson(file.path, file.text)
    : parseOriginYaml(file.path, file.text);
  if (!read.ok) return read;
  const config = foreignRecord(read.value);
  if (!Array.isArray(foreignRecord(config.params).systems)) {
    return originRefusal("not_this_origin", `${file.path} has no params.systems, as cState's configuration does.`);
  }
  return { ok: true, value: config };
}

/** Returns the zone of times that name none: Hugo's own, or the one that the person chose. */
function zoneOf(config: Config, settings: OriginSettings): string {
  return foreignTimeZone(foreignText(config.timeZone)) ?? foreignTimeZone(settings.timeZone) ?? "UTC";
}

function readFiles(files: readonly OriginFile[], settings: OriginSettings): OriginResult<MoveDocumentPart> {
  const read = readConfig(files);
  if (!read.ok) return read;
  const [config, params] = [read.value, foreignRecord(read.value.params)];
  const notes = new MoveNotes();
  const groups = groupsOf(params);
  const components = componentsOf(params, groups, notes);
  const systems = new Map(components.map(({ id, name }) => [name, id]));
  const timeZone = zoneOf(config, settings);
  const parts: MoveDocumentPart[] = [];
  for (const file of files) {
    const slug = cstateIssueSlug(file.path);
    const issue = slug === null ? null : readIssue(file, slug, notes);
    if (issue !== null && !issue.ok) return issue;
    if (issue?.value) parts.push(convertCstateIssue(issue.value, { systems, timeZone, notes }));
  }
  if (foreignList(params.categories).some((each) => foreignFlag(foreignRecord(each).closed) === true)) {
    notes.leftOut(wholeOriginSubject(title), "categories.closed", "Whether a group is folded is set in the group.");
  }
  const incidents = parts.flatMap((each) => each.incidents ?? []);
  const maintenances = parts.flatMap((each) => each.maintenances ?? []);
  return {
    ok: true,
    value: { page: pageOf(config, notes), groups, components, incidents, maintenances, notes: notes.list },
  };
}

/** cState, by the repository of its site. */
export const cstateOrigin: ImportOrigin = {
  name: "cstate",
  title,
  files: [
    { ending: ".yml", what: "config.yml of the site" },
    { ending: ".md", what: "content/issues/*.md" },
  ],
  readFiles,
};

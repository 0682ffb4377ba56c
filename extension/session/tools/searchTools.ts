import { escapeInvisible, stripControl } from "../../base/invisible.ts";
import { arrayAt, numberAt, stringAt } from "../../base/read.ts";
import type { FoundPlace, OutputText, RequestNote, ToolDetails, WebSource } from "../../contract/tools.ts";
import { foundLines } from "./foundLines.ts";
import { outputOf, outputText } from "./output.ts";
import { searchNotes } from "./searchNotes.ts";
import type { Input, ToolDescription, ToolTable } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

/** Places that cross to the webview when a card is opened. */
const shownPlaces = 1_000;

const list: ToolDescription = {
  kind: "list",
  details: placesOf,
  subject: (input) => stringAt(input, "pattern"),
  summary: ({ result }) => ({ code: "files", count: numberAt(result, "numFiles") ?? arrayAt(result, "filenames")?.length ?? 0 }),
};

const search: ToolDescription = {
  kind: "search",
  details: placesOf,
  subject: (input) => stringAt(input, "pattern"),
  summary({ result }) {
    const matches = numberAt(result, "numMatches");
    if (matches !== undefined) return { code: "matches", count: matches };
    // Where lines are asked for no file is counted (2.0.77, 2.1.50).
    const isLines = stringAt(result, "mode") === "content";
    return isLines ? { code: "lines", count: numberAt(result, "numLines") ?? 0 } : { code: "files", count: numberAt(result, "numFiles") ?? 0 };
  },
};

/** Pages that cross to the webview when a card is opened. */
const shownSources = 100;

function promptNote(input: Input): RequestNote[] {
  const prompt = stringAt(input, "prompt");
  return prompt ? [{ kind: "prompt", text: escapeInvisible(prompt) }] : [];
}

const fetchPage: ToolDescription = {
  kind: "fetch",
  subject: (input) => stringAt(input, "url"),
  summary({ result }) {
    const status = stringAt(result, "codeText");
    return status === undefined ? undefined : { code: "text", text: stripControl(`${numberAt(result, "code") ?? ""} ${status}`.trim()) };
  },
  details: (call) => webDetails(sourceOf(stringAt(call.input, "url")), promptNote(call.input), outputOf(call)),
  request: {
    body: (input) => stringAt(input, "url"),
    notes: promptNote,
    edited: { kind: "url", field: "url" },
    told: { url: "string", prompt: "string" },
  },
};

const webSearch: ToolDescription = {
  kind: "webSearch",
  subject: (input) => stringAt(input, "query"),
  /**
   * Its results are pages, and what the model said of them in between (2.0.77 to 2.1.329); of a search that the provider ran, pages
   * alone (recorded in `server-tools`).
   */
  details(call) {
    const results = arrayAt(call.result, "results");
    const pages = Array.isArray(call.result) ? call.result : (results ?? []).flatMap((result) => arrayAt(result, "content") ?? []);
    const said = (results ?? []).filter((result) => typeof result === "string").join("\n\n");
    const sources = pages.flatMap((page) => sourceOf(stringAt(page, "url"), stringAt(page, "title")));
    return webDetails(sources, [], results || sources.length > 0 ? outputText(said) : outputOf(call));
  },
};

function webDetails(all: readonly WebSource[], notes: readonly RequestNote[], output: OutputText): ToolDetails {
  return { kind: "web", sources: all.slice(0, shownSources), omitted: Math.max(0, all.length - shownSources), notes, output };
}

/** Nothing for what is no address of a web page. */
function sourceOf(url: string | undefined, title?: string): WebSource[] {
  if (url === undefined || !/^https?:\/\/\S+$/i.test(url)) return [];
  return [{ url: escapeInvisible(url), ...(title ? { title: stripControl(title) } : {}) }];
}

/** A sandbox's ask has an id of its own that no result will name (2.1.50, 2.1.329). */
const network: ToolDescription = {
  kind: "network",
  isOnlyRequest: true,
  subject: (input) => stringAt(input, "host"),
  request: {
    body: (input) => stringAt(input, "host"),
    notes: () => [{ kind: "connections" }],
    told: { host: "string" },
  },
};

export const searchTools: ToolTable = [
  ["Glob", list],
  ["Grep", search],
  // Looks for tools that are not loaded yet (2.1.329).
  ["ToolSearch", { kind: "other", quietAs: () => "search" }],
  ["WebFetch", fetchPage],
  ["WebSearch", webSearch],
  // As the provider runs them.
  ["web_fetch", fetchPage],
  ["web_search", webSearch],
  ["SandboxNetworkAccess", network],
];

/** Files, or lines of files; what is told in neither way is shown as it came. */
function placesOf(call: ToolRecord): ToolDetails {
  const notes = searchNotes(call.input);
  const files = (arrayAt(call.result, "filenames") ?? []).flatMap((name) => (typeof name === "string" ? [{ path: stripControl(name) }] : []));
  const isNumbered = call.input["-n"] !== false && stringAt(call.result, "mode") !== "count";
  const lines = isNumbered ? foundLines(stringAt(call.result, "content") ?? "", stringAt(call.input, "path")) : undefined;
  const places: readonly FoundPlace[] | undefined = files.length > 0 ? files : lines;
  if (!places) return { kind: "output", notes, output: outputOf(call) };
  return { kind: "places", notes, places: places.slice(0, shownPlaces), omitted: Math.max(0, places.length - shownPlaces) };
}

import { escapeInvisible, stripControl } from "../../../shared/base/invisible.ts";
import { readArray, readNumber, readString } from "../../../shared/base/read.ts";
import type { MatchLocation, OutputText, RequestNote, ToolDetails, WebSource } from "../../../shared/contract/tools.ts";
import { parseFoundLines } from "./foundLines.ts";
import { getOutput, truncateOutput } from "./output.ts";
import { buildSearchNotes } from "./searchNotes.ts";
import type { Input, ToolDescription, ToolTable } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

/** Maximum number of places that the webview gets when a card is opened. */
const shownPlaces = 1_000;

const list: ToolDescription = {
  kind: "list",
  details: getPlaces,
  subject: (input) => readString(input, "pattern"),
  summary: ({ result }) => ({
    code: "files",
    count: readNumber(result, "numFiles") ?? readArray(result, "filenames")?.length ?? 0,
  }),
};

const search: ToolDescription = {
  kind: "search",
  details: getPlaces,
  subject: (input) => readString(input, "pattern"),
  summary({ result }) {
    const matches = readNumber(result, "numMatches");
    if (matches !== undefined) return { code: "matches", count: matches };
    // A search for lines reports no number of files (2.0.77, 2.1.50).
    const isLines = readString(result, "mode") === "content";
    return isLines
      ? { code: "lines", count: readNumber(result, "numLines") ?? 0 }
      : { code: "files", count: readNumber(result, "numFiles") ?? 0 };
  },
};

/** Maximum number of pages that the webview gets when a card is opened. */
const shownSources = 100;

function getPromptNotes(input: Input): RequestNote[] {
  const prompt = readString(input, "prompt");
  return prompt ? [{ kind: "prompt", text: escapeInvisible(prompt) }] : [];
}

const fetchPage: ToolDescription = {
  kind: "fetch",
  subject: (input) => readString(input, "url"),
  summary({ result }) {
    const status = readString(result, "codeText");
    return status === undefined
      ? undefined
      : { code: "text", text: stripControl(`${readNumber(result, "code") ?? ""} ${status}`.trim()) };
  },
  details: (call) =>
    createWebDetails(getSource(readString(call.input, "url")), getPromptNotes(call.input), getOutput(call)),
  request: {
    body: (input) => readString(input, "url"),
    notes: getPromptNotes,
    edited: { kind: "url", field: "url" },
    coveredFields: { url: "string", prompt: "string" },
  },
};

const webSearch: ToolDescription = {
  kind: "webSearch",
  subject: (input) => readString(input, "query"),
  /**
   * Reads results that are pages and the model's comments between them (2.0.77 to 2.1.329); those of a search that the
   * provider ran are only pages (recorded in `server-tools`).
   */
  details(call) {
    const results = readArray(call.result, "results");
    const pages = Array.isArray(call.result)
      ? call.result
      : (results ?? []).flatMap((result) => readArray(result, "content") ?? []);
    const said = (results ?? []).filter((result) => typeof result === "string").join("\n\n");
    const sources = pages.flatMap((page) => getSource(readString(page, "url"), readString(page, "title")));
    return createWebDetails(sources, [], results || sources.length > 0 ? truncateOutput(said) : getOutput(call));
  },
};

function createWebDetails(all: readonly WebSource[], notes: readonly RequestNote[], output: OutputText): ToolDetails {
  return {
    kind: "web",
    sources: all.slice(0, shownSources),
    omitted: Math.max(0, all.length - shownSources),
    notes,
    output,
  };
}

/** Returns a source; none for a URL that is not the address of a web page. */
function getSource(url: string | undefined, title?: string): WebSource[] {
  if (url === undefined || !/^https?:\/\/\S+$/i.test(url)) return [];
  return [{ url: escapeInvisible(url), ...(title ? { title: stripControl(title) } : {}) }];
}

/** Network access of a sandbox. The id of its request is its own, and no result names it (2.1.50, 2.1.329). */
const network: ToolDescription = {
  kind: "network",
  hasNoResult: true,
  subject: (input) => readString(input, "host"),
  request: {
    body: (input) => readString(input, "host"),
    notes: () => [{ kind: "connections" }],
    coveredFields: { host: "string" },
  },
};

export const searchTools: ToolTable = [
  ["Glob", list],
  ["Grep", search],
  // Searches for tools that are not loaded yet (2.1.329).
  ["ToolSearch", { kind: "other", countsAs: () => "search" }],
  ["WebFetch", fetchPage],
  ["WebSearch", webSearch],
  // Names of the tools that the provider runs.
  ["web_fetch", fetchPage],
  ["web_search", webSearch],
  ["SandboxNetworkAccess", network],
];

/** Returns the found files, or lines of files; the plain output where the result has neither. */
function getPlaces(call: ToolRecord): ToolDetails {
  const notes = buildSearchNotes(call.input);
  const files = (readArray(call.result, "filenames") ?? []).flatMap((name) =>
    typeof name === "string" ? [{ path: stripControl(name) }] : [],
  );
  const isNumbered = call.input["-n"] !== false && readString(call.result, "mode") !== "count";
  const lines = isNumbered
    ? parseFoundLines(readString(call.result, "content") ?? "", readString(call.input, "path"))
    : undefined;
  const places: readonly MatchLocation[] | undefined = files.length > 0 ? files : lines;
  if (!places) return { kind: "output", notes, output: getOutput(call) };
  return {
    kind: "places",
    notes,
    places: places.slice(0, shownPlaces),
    omitted: Math.max(0, places.length - shownPlaces),
  };
}

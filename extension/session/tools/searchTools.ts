import { escapeInvisible, stripControl } from "../../base/invisible.ts";
import { arrayAt, numberAt, stringAt } from "../../base/read.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";

const list: ToolDescription = {
  kind: "list",
  subject: (input) => stringAt(input, "pattern"),
  summary: ({ result }) => ({ code: "files", count: numberAt(result, "numFiles") ?? arrayAt(result, "filenames")?.length ?? 0 }),
};

const search: ToolDescription = {
  kind: "search",
  subject: (input) => stringAt(input, "pattern"),
  summary({ result }) {
    const matches = numberAt(result, "numMatches");
    return matches === undefined ? { code: "files", count: numberAt(result, "numFiles") ?? 0 } : { code: "matches", count: matches };
  },
};

const fetchPage: ToolDescription = {
  kind: "fetch",
  subject: (input) => stringAt(input, "url"),
  summary({ result }) {
    const status = stringAt(result, "codeText");
    return status === undefined ? undefined : { code: "text", text: stripControl(`${numberAt(result, "code") ?? ""} ${status}`.trim()) };
  },
  request: {
    body: (input) => stringAt(input, "url"),
    notes(input) {
      const prompt = stringAt(input, "prompt");
      return prompt ? [{ kind: "prompt", text: escapeInvisible(prompt) }] : [];
    },
    edited: { kind: "url", field: "url" },
    told: { url: "string", prompt: "string" },
  },
};

const webSearch: ToolDescription = { kind: "webSearch", subject: (input) => stringAt(input, "query") };

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
  ["WebFetch", fetchPage],
  ["WebSearch", webSearch],
  ["SandboxNetworkAccess", network],
];

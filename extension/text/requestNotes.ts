import { t } from "@vscode/l10n";
import type { RequestNote, SearchOption } from "../contract/tools.ts";
import { duration } from "./numbers.ts";

/** Why claude asks, by its own words for kinds of reasons (2.1.329). */
const reasons: ReadonlyMap<string, () => string> = new Map([
  ["rule", () => t("A permission rule asks for it")],
  ["mode", () => t("The permission mode asks for it")],
  ["subcommandResults", () => t("A part of the command needs approval")],
  ["hook", () => t("A hook asks for it")],
  ["asyncAgent", () => t("A background agent asks for it")],
  ["sandboxOverride", () => t("It runs outside the sandbox")],
  ["workingDir", () => t("It is outside the working folders")],
  ["safetyCheck", () => t("A safety check")],
  ["classifier", () => t("The auto mode classifier leaves it to you")],
]);

/** The kind of a reason, then the CLI's sentence; a kind that is not known stands only where nothing else does. */
function reasonText({ by = "", text }: Extract<RequestNote, { kind: "reason" }>): string {
  const kind = reasons.get(by)?.() ?? (text === "" ? by : "");
  return [kind, text].filter(Boolean).join(": ");
}

export interface NoteText {
  readonly label: string;
  readonly value: string;
  /** It must not be missed. */
  readonly isWarning: boolean;
}

const searchOptions: { readonly [O in SearchOption]: () => string } = {
  pattern: () => t("Pattern"),
  path: () => t("Searched in"),
  glob: () => t("Only files matching"),
  type: () => t("Only files of type"),
  output: () => t("Output"),
  anyCase: () => t("Case"),
  onlyMatches: () => t("Each line"),
  manyLines: () => t("Multiline"),
  unnumbered: () => t("Line numbers"),
  before: () => t("Lines before each match"),
  after: () => t("Lines after each match"),
  around: () => t("Lines around each match"),
  limit: () => t("Limit"),
  offset: () => t("Skipped results"),
};

/** No limit is given as zero. */
const limits: ReadonlyMap<string, () => string> = new Map([
  ["0", () => t("no limit")],
  ["1", () => t("1 result")],
]);

/** What a search was to tell of its matches. */
const outputModes: ReadonlyMap<string, () => string> = new Map([
  ["content", () => t("matching lines")],
  ["files_with_matches", () => t("names of matching files")],
  ["count", () => t("number of matches per file")],
]);

function searchOptionText({ option, value }: Extract<RequestNote, { kind: "searchOption" }>): NoteText {
  const label = searchOptions[option]();
  const words: { readonly [O in SearchOption]?: () => string } = {
    output: () => outputModes.get(value)?.() ?? value,
    anyCase: () => t("ignored"),
    onlyMatches: () => t("the matching part only"),
    manyLines: () => t("a match can span lines"),
    unnumbered: () => t("left out"),
    limit: () => limits.get(value)?.() ?? t("{0} results", value),
  };
  return { label, value: words[option]?.() ?? value, isWarning: false };
}

/** A note as a label and a value. */
export function noteText(note: RequestNote): NoteText {
  const plain = (label: string, value: string): NoteText => ({ label, value, isWarning: false });
  const warning = (label: string, value: string): NoteText => ({ label, value, isWarning: true });
  switch (note.kind) {
    case "purpose":
      return plain(t("Purpose"), note.text);
    case "searchOption":
      return searchOptionText(note);
    case "reason":
      return plain(t("Why it asks"), reasonText(note));
    case "onlyByPerson":
      return warning(t("Needs your decision"), t("claude lets no rule, permission mode or classifier pass this safety check."));
    case "blockedPath":
      return warning(t("Blocked path"), note.text);
    case "agent":
      return plain(t("Asked by"), note.text === "" ? t("A subagent") : t("Agent: {0}", note.text));
    case "prompt":
      return plain(t("Prompt"), note.text);
    case "otherInput":
      return plain(t("Also in the input"), note.text);
    case "path":
      return note.isOutside ? warning(t("Outside the workspace"), note.path) : plain(t("Path"), note.path);
    case "link":
      return warning(t("A link to"), note.path);
    case "readOnly":
      return warning(t("Read-only"), t("The file may not be written, so the edit will probably fail."));
    case "lineEndsChosen":
      return plain(
        t("Line ends"),
        t("LF. This version of claude writes CRLF instead where more than 3 of 15 files that it samples in the working folder have CRLF."),
      );
    case "utf16":
      return plain(t("Encoding"), t("The file is UTF-16, and claude keeps it so."));
    case "connections":
      return plain(t("What it allows"), t("Commands that run in the sandbox can then send to this host, and read what it answers."));
    case "afterOther":
      return plain(t("After another edit"), t("An edit of this file waits before this one. What is shown is against the file as that one leaves it."));
    case "rule":
      return plain(t("Your rule"), note.source === undefined ? note.rule : t("{0} from {1}", note.rule, note.source));
    case "server":
      return plain(t("MCP server"), note.source === undefined ? note.name : `${note.name} (${note.source})`);
    case "timeout":
      return plain(t("Time limit"), duration(note.ms));
    case "unsandboxed":
      return warning(t("Outside the sandbox"), t("The command runs with nothing holding it back."));
    case "background":
      return warning(t("In the background"), t("The command goes on after this step."));
    case "changedSince":
      return warning(t("Changed since"), t("The file changed while this waited. What is shown is against the file as it is now."));
    case "unsavedChanges":
      return warning(t("Unsaved changes"), t("The editor holds changes of this file that are not on disk and not part of this."));
  }
}

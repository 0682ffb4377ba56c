import { t } from "@vscode/l10n";
import type { RequestNote, SearchOption } from "../../contract/tools.ts";
import { formatDuration } from "../numbers.ts";

/** Reasons why `claude` asks, by its codes (2.1.329). */
const reasons: ReadonlyMap<string, () => string> = new Map([
  ["rule", () => t("A permission rule requires approval")],
  ["mode", () => t("The permission mode requires approval")],
  ["subcommandResults", () => t("Part of the command needs approval")],
  ["hook", () => t("A hook requires approval")],
  ["asyncAgent", () => t("Requested by a background agent")],
  ["sandboxOverride", () => t("Runs outside the sandbox")],
  ["workingDir", () => t("Outside the working folders")],
  ["safetyCheck", () => t("Safety check")],
  ["classifier", () => t("Auto mode leaves the decision to you")],
]);

/**
 * Returns the kind of a reason, then the sentence of `claude`; the code of an unknown kind appears only if there is no
 * sentence.
 */
export function getReasonText({ by = "", text }: Extract<RequestNote, { kind: "reason" }>): string {
  const kind = reasons.get(by)?.() ?? (text === "" ? by : "");
  return [kind, text].filter(Boolean).join(": ");
}

export interface NoteText {
  readonly label: string;
  readonly value: string;
  /** The note must not be overlooked. */
  readonly isWarning: boolean;
}

const searchOptions: { readonly [O in SearchOption]: () => string } = {
  pattern: () => t("Pattern"),
  path: () => t("Searched in"),
  glob: () => t("Only files matching"),
  type: () => t("Only files of type"),
  output: () => t("Output"),
  anyCase: () => t("Case-sensitive"),
  onlyMatches: () => t("Shows"),
  manyLines: () => t("Multiline"),
  unnumbered: () => t("Line numbers"),
  before: () => t("Lines before each match"),
  after: () => t("Lines after each match"),
  around: () => t("Lines around each match"),
  limit: () => t("Limit"),
  offset: () => t("Skipped results"),
};

/** Texts for special values: a limit of zero means no limit. */
const limits: ReadonlyMap<string, () => string> = new Map([
  ["0", () => t("no limit")],
  ["1", () => t("1 result")],
]);

/** Output modes of a search. */
const outputModes: ReadonlyMap<string, () => string> = new Map([
  ["content", () => t("matching lines")],
  ["files_with_matches", () => t("names of matching files")],
  ["count", () => t("number of matches per file")],
]);

function searchOptionText({ option, value }: Extract<RequestNote, { kind: "searchOption" }>): NoteText {
  const label = searchOptions[option]();
  const words: { readonly [O in SearchOption]?: () => string } = {
    output: () => outputModes.get(value)?.() ?? value,
    anyCase: () => t("no"),
    onlyMatches: () => t("only the matching text"),
    manyLines: () => t("a match can span lines"),
    unnumbered: () => t("off"),
    limit: () => limits.get(value)?.() ?? t("{0} results", value),
  };
  return { label, value: words[option]?.() ?? value, isWarning: false };
}

const plain = (label: string, value: string): NoteText => ({ label, value, isWarning: false });
const warning = (label: string, value: string): NoteText => ({ label, value, isWarning: true });

/** A note without data. */
type BareNote<N = RequestNote> = N extends RequestNote ? (keyof N extends "kind" ? N : never) : never;

const bareNotes: { readonly [K in BareNote["kind"]]: () => NoteText } = {
  onlyByPerson: () => warning(t("Needs your decision"), t("No rule or permission mode can allow this; only you can.")),
  readOnly: () => warning(t("Read-only"), t("The file is read-only, so the edit will probably fail.")),
  lineEndsChosen: () =>
    plain(
      t("Line endings"),
      t(
        "LF. This version of claude writes CRLF instead if more than 3 of 15 sampled files in the working folder use CRLF.",
      ),
    ),
  utf16: () => plain(t("Encoding"), t("The file is UTF-16, and claude keeps that encoding.")),
  connections: () =>
    plain(t("What it allows"), t("Sandboxed commands can then send data to this host and read its responses.")),
  afterOther: () =>
    plain(
      t("After another edit"),
      t("Another edit of this file is waiting before this one. The diff assumes that the other edit is accepted."),
    ),
  changesFollow: () => plain(t("Next"), t("You see the changes before they are made.")),
  unsandboxed: () => warning(t("Outside the sandbox"), t("The command runs without sandbox restrictions.")),
  background: () => warning(t("In the background"), t("The command continues after this step.")),
  changedSince: () =>
    warning(t("File changed"), t("The file changed while this request was waiting. The diff shows the current file.")),
  unsavedChanges: () =>
    warning(t("Unsaved changes"), t("The editor has unsaved changes that are not part of this edit.")),
};

/** Returns a note as a label and a value. */
export function formatNote(note: RequestNote): NoteText {
  switch (note.kind) {
    case "purpose":
      return plain(t("Purpose"), note.text);
    case "searchOption":
      return searchOptionText(note);
    case "reason":
      return plain(t("Reason"), getReasonText(note));
    case "blockedPath":
      return warning(t("Blocked path"), note.text);
    case "agent":
      return plain(t("Requested by"), note.text === "" ? t("A subagent") : t("Agent: {0}", note.text));
    case "prompt":
      return plain(t("Prompt"), note.text);
    case "otherInput":
      return plain(t("Other input"), note.text);
    case "path":
      return note.isOutside ? warning(t("Outside the workspace"), note.path) : plain(t("Path"), note.path);
    case "link":
      return warning(t("Link to"), note.path);
    case "rule":
      return plain(t("Your rule"), note.source === undefined ? note.rule : t("{0} from {1}", note.rule, note.source));
    case "server":
      return plain(t("MCP server"), note.source === undefined ? note.name : `${note.name} (${note.source})`);
    case "ambiguousServer":
      return warning(
        t("MCP server"),
        t(
          "One of {0}: their tools have the same name, and claude doesn't say which one it calls.",
          note.names.join(", "),
        ),
      );
    case "timeout":
      return plain(t("Time limit"), formatDuration(note.ms));
    default:
      return bareNotes[note.kind]();
  }
}

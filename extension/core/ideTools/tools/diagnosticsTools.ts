import * as z from "zod";
import { findNewInFiles, formatDiagnostic } from "../newDiagnostics.ts";
import { type FileDiagnostics, severities } from "../port.ts";
import { count, locate, type ResultItem, tool } from "../tool.ts";

function listDiagnostics(files: readonly FileDiagnostics[]): readonly ResultItem[] {
  return files.flatMap(({ path, diagnostics }) => diagnostics.map((each) => ({ path, text: formatDiagnostic(each) })));
}

/** Maximum number of files that a note names. */
const maxNamed = 5;

function nameFiles(files: readonly FileDiagnostics[]): string {
  const named = files.slice(0, maxNamed).map(({ path }) => path);
  return [...named, ...(files.length > maxNamed ? [`${count(files.length - maxNamed, "more file")}`] : [])].join(", ");
}

const diagnostics = tool({
  title: "Diagnostics",
  isAlwaysLoaded: true,
  description:
    "Lists the errors and warnings that the editor's language features report: of one file, of all files in a folder, or of the whole workspace. " +
    "Use it after an edit to see what it broke. For a file, the editor reads it again first and waits for the result. For a folder or the " +
    "workspace, only files that the editor has already looked at are listed.",
  input: z.strictObject({
    path: z.string().optional().describe("File or folder. Without it: the whole workspace."),
    severity: z.enum(severities).default("hint").describe("The lowest severity to list."),
    since_last_edit: z.boolean().default(false).describe("List only what was not there before your last edit."),
  }),
  // The first file of a language starts its server.
  limitMs: 30_000,
  async run({ path: wanted, severity, since_last_edit: isSinceEdit }, context) {
    const { editor, folder, signal, beforeEdit } = context;
    const target = wanted === undefined ? undefined : await locate(wanted, context);
    const analysis = target && !target.isFolder ? await editor.analyze(target.path, signal) : undefined;
    const known =
      target && analysis
        ? [{ path: target.path, diagnostics: analysis.diagnostics }]
        : editor.listDiagnostics(folder, target?.path);
    const before = isSinceEdit ? beforeEdit() : undefined;
    const wider = before ? findNewInFiles(before, known) : known;
    const least = severities.indexOf(severity);
    const files = wider.map((file) => ({
      ...file,
      diagnostics: file.diagnostics.filter((each) => severities.indexOf(each.severity) <= least),
    }));
    const items = listDiagnostics(files);
    const found =
      items.length === 0
        ? "No problems"
        : `${count(items.length, "problem")} in ${count(new Set(items.map(({ path }) => path)).size, "file")}`;
    const hidden = listDiagnostics(wider).length - items.length;
    const strange = before
      ? files.filter(({ path, diagnostics: { length } }) => length > 0 && before.every((file) => file.path !== path))
      : [];
    return {
      summary: `${found}${before ? " that were not there before the last edit" : ""}.`,
      items,
      notes: [
        ...(analysis?.isComplete !== false
          ? []
          : [
              "The editor's language features reported nothing new about the file in time: it has no problems, or they are still working.",
            ]),
        ...(strange.length === 0
          ? []
          : [
              `Older problems can be among those in ${nameFiles(strange)}: the editor did not know these files before the last edit.`,
            ]),
        ...(isSinceEdit && !before ? ["You have edited nothing yet, so all problems are listed."] : []),
        ...(hidden === 0 ? [] : [`Left out: ${count(hidden, "problem")} of lower severity.`]),
        ...(analysis
          ? []
          : ["Files that the editor has not looked at are left out. Ask for a file to have it checked."]),
      ],
    };
  },
});

/** The tool that lists problems. */
export const diagnosticsTools = {
  diagnostics,
};

import type { DiffLine, ToolDetails } from "../../contract/tools.ts";
import { formatAnswers, formatLocations, formatSources } from "../../text/transcript/tools.ts";

/** A part of a tool call in an exported document. `language`: of the code, as a fence in Markdown names it. */
export type ExportedDetail =
  | { readonly kind: "code"; readonly text: string; readonly language?: string }
  | { readonly kind: "diff"; readonly lines: readonly DiffLine[] }
  | { readonly kind: "markdown"; readonly text: string };

/** Returns the parts of a tool call in their order; its images follow them. */
export function getExportedDetails(details: ToolDetails): readonly ExportedDetail[] {
  switch (details.kind) {
    case "diff":
      return [{ kind: "diff", lines: details.hunks.flatMap(({ lines }) => lines) }];
    case "command":
      return [code(details.command, "sh"), ...outputs(details.output, details.errors)];
    case "output":
      return [code(details.output.text)];
    case "places":
      return [code(formatLocations(details.places))];
    case "web":
      return [code([formatSources(details.sources), details.output.text].filter(Boolean).join("\n\n"))];
    case "agent":
      return [code(details.task), ...(details.report ? [{ kind: "markdown", text: details.report } as const] : [])];
    case "answers":
      return [code(formatAnswers(details.answers)), ...outputs(details.output)];
    case "plan":
      return [{ kind: "markdown", text: details.plan }, ...outputs(details.output)];
    case "generic":
      return [code(details.input, "json"), ...outputs(details.output)];
  }
}

function code(text: string, language?: string): ExportedDetail {
  return { kind: "code", text, ...(language === undefined ? {} : { language }) };
}

/** Returns the texts that are not empty. */
function outputs(...all: readonly ({ readonly text: string } | undefined)[]): readonly ExportedDetail[] {
  return all.flatMap((output) => (output?.text ? [code(output.text)] : []));
}

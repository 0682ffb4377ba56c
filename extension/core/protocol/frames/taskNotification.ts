import { unescapeText } from "./escapedText.ts";

/** The end of a task, with the fields of the `system` frame `task_notification`. */
interface TaskNotification {
  readonly task_id: string;
  readonly tool_use_id?: string;
  readonly status?: string;
  readonly output_file?: string;
  readonly summary?: string;
  readonly summary_is_report?: true;
  readonly usage?: { readonly total_tokens?: number; readonly tool_uses?: number; readonly duration_ms?: number };
}

/**
 * Parses the text with which `claude` reports the end of a task to the model, and which the transcript contains instead
 * of the frame (2.1.50, 2.1.329); undefined for any other text. An agent's report may contain the same tags.
 */
export function readTaskNotification(text: string): TaskNotification | undefined {
  if (!/^\s*<task-notification>/.test(text)) return undefined;
  const report = /<result>([\s\S]*)<\/result>/.exec(text)?.[1];
  const about = text.replace(/<result>[\s\S]*<\/result>/, "");
  const tag = (name: string): string | undefined =>
    new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(about)?.[1]?.trim();
  const count = (name: string): number | undefined => {
    const value = Number(tag(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const taskId = tag("task-id");
  if (taskId === undefined) return undefined;
  const [toolId, status, file, summary] = [tag("tool-use-id"), tag("status"), tag("output-file"), tag("summary")];
  const [tokens, uses, duration] = [
    count("subagent_tokens") ?? count("total_tokens"),
    count("tool_uses"),
    count("duration_ms"),
  ];
  return {
    task_id: taskId,
    ...(toolId === undefined ? {} : { tool_use_id: toolId }),
    ...(status === undefined ? {} : { status }),
    ...(file === undefined ? {} : { output_file: file }),
    ...(report === undefined
      ? summary === undefined
        ? {}
        : { summary: unescapeText(summary) }
      : { summary: unescapeText(report.trim()), summary_is_report: true }),
    usage: {
      ...(tokens === undefined ? {} : { total_tokens: tokens }),
      ...(uses === undefined ? {} : { tool_uses: uses }),
      ...(duration === undefined ? {} : { duration_ms: duration }),
    },
  };
}

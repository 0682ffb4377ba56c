import fs from "node:fs";
import os from "node:os";
import * as vscode from "vscode";
import type { StatusReader } from "../../core/conversations/status/statusReader.ts";
import type { StatusContent } from "../../shared/contract/pages/statusPage.ts";
import { getStatusContent, statusPageText } from "../../shared/pages/status/statusPage.ts";
import { formatStatusReport } from "../../shared/pages/status/statusReport.ts";

/** Copies the report of the status to the clipboard once `claude` has answered, and disposes of the reader. */
export async function copyStatus(
  reader: StatusReader,
  mask: (content: StatusContent) => StatusContent,
  version: string,
): Promise<void> {
  await reader.whenAnswered();
  const report = formatStatusReport(mask(getStatusContent(reader.facts)), {
    tandem: version,
    editor: `${vscode.env.appName} ${vscode.version}`,
    platform: `${process.platform} ${process.arch}`,
    homes: [fs.realpathSync(os.homedir()), os.homedir()],
  });
  reader.dispose();
  await vscode.env.clipboard.writeText(report);
  void vscode.window.showInformationMessage(statusPageText.copied());
}

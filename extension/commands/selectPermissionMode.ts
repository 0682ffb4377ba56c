import * as vscode from "vscode";
import { readSetting } from "../editor/settings.ts";
import type { Chat } from "../panel/chat.ts";
import type { Command } from "./command.ts";

const modes = [
  { value: "default", label: "Manual", detail: "Ask before anything risky" },
  { value: "acceptEdits", label: "Accept edits", detail: "Edits of files are accepted, the rest asks" },
  { value: "plan", label: "Plan", detail: "Plan only: nothing is written" },
  { value: "dontAsk", label: "Don't ask", detail: "What no rule allows is denied without asking" },
  { value: "auto", label: "Auto", detail: "The CLI's classifier decides and asks when unsure" },
] as const;
const bypass = { value: "bypassPermissions", label: "Bypass permissions", detail: "Nothing asks" };

export function selectPermissionModeCommand(chat: Chat): Command {
  return {
    id: "selectPermissionMode",
    async run() {
      const { conversation } = chat;
      if (!conversation) return;
      const offered = readSetting("allowDangerouslySkipPermissions") ? [...modes, bypass] : modes;
      const items = offered.map((mode) => ({ ...mode, description: mode.value === conversation.state.mode ? "in force" : "" }));
      const picked = await vscode.window.showQuickPick(items, { title: "Permission mode for this conversation" });
      if (picked) await conversation.setMode(picked.value);
    },
  };
}

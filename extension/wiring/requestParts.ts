import { RequestActions, type RequestActionsOptions } from "../core/conversations/requests/requestActions.ts";
import { RequestPrompts } from "../core/conversations/requests/requestPrompts.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import { delayClock } from "../systemClock.ts";
import type { ChatPanels } from "../vscode/chat/chatPanels.ts";
import { createRequestDialogs } from "../vscode/dialogs/requestDialogs.ts";
import { openLink } from "../vscode/files/openTarget.ts";
import type { Keep } from "./keepIn.ts";

export interface RequestPartsOptions extends Omit<RequestActionsOptions, "openLink" | "panels" | "native"> {
  readonly keep: Keep;
  readonly settings: FolderSettings;
  readonly panels: ChatPanels;
}

export interface RequestParts {
  readonly requests: RequestActions;
  readonly prompts: RequestPrompts;
}

/** Builds the objects that answer requests, and those that announce them outside the panel. */
export function createRequestParts(options: RequestPartsOptions): RequestParts {
  const { keep, conversations, waiting, settings, panels } = options;
  const native = createRequestDialogs(delayClock);
  const requests = new RequestActions({ ...options, openLink, native });
  const prompts = keep(
    new RequestPrompts({
      conversations,
      waiting,
      requests,
      dialogs: native,
      prompt: (folder) => settings.read("permissions.prompt", folder),
      notifications: () => settings.read("notifications"),
      sound: { isOn: () => settings.read("notificationSound"), play: () => panels.playSound() },
    }),
  );
  return { requests, prompts };
}

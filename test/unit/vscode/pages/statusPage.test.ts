import { expect, it } from "vitest";
import { StatusReader } from "../../../../extension/core/conversations/status/statusReader.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { Effective } from "../../../../extension/shared/contract/configuration.ts";
import { statusActions } from "../../../../extension/shared/contract/pages/statusPage.ts";
import { createStatusMask } from "../../../../extension/vscode/pages/statusMask.ts";
import { StatusPage } from "../../../../extension/vscode/pages/statusPage.ts";
import { setup } from "../../core/conversations/actionsSetup.ts";

const turns: Effective = { name: "maxTurns", value: 20, source: { kind: "default" }, overridden: [] };

it("runs the actions of the page's buttons, and none that it doesn't offer", async () => {
  const { conversations } = await setup({
    answers: {
      mcp_status: { mcpServers: [] },
      get_settings: {},
      list_permission_rules: { state: {} },
      get_hooks_listing: {},
    },
  });
  const reader = new StatusReader({
    conversations,
    settings: { read: () => [turns], findIgnored: async () => [], onDidChange: () => ({ dispose: () => {} }) },
    listExtensionTools: () => [],
    measureCheckpoints: async () => ({ bytes: 0, place: "/checkpoints" }),
    getSettingsFile: () => undefined,
    listInstructions: async () => [{ path: "/w/CLAUDE.md", shown: "CLAUDE.md", bytes: 1 }],
    logger: silentLogger,
  });
  await reader.whenAnswered();
  const ran: (readonly [string, string])[] = [];
  const actions = statusActions.map((action) => [action, (target: string) => ran.push([action, target])]);
  const secrets = ["CLAUDE.md"];
  const mask = createStatusMask(() => [...secrets]);
  const page = new StatusPage(reader, Object.fromEntries(actions), mask);
  // A secret that is known later is masked from then on.
  page.read();
  secrets.push("maxTurns");
  // A mask of the page does not change what its buttons concern.
  const shown = page.read().sections.flatMap(({ rows }) => rows.flatMap(({ name, value }) => [name, value]));
  expect(shown.filter((text) => text.includes("CLAUDE.md") || text.includes("maxTurns"))).toEqual([]);
  await page.act({ type: "act", action: "openSetting", target: "maxTurns" });
  await page.act({ type: "act", action: "openFile", target: "/w/CLAUDE.md" });
  await page.act({ type: "act", action: "copy" });
  for (const target of ["/etc/passwd", "maxTurns", "", undefined])
    await page.act({ type: "act", action: "openFile", target });
  await page.act({ type: "act", action: "toString", target: "" });
  expect(ran).toEqual([
    ["openSetting", "maxTurns"],
    ["openFile", "/w/CLAUDE.md"],
    ["copy", ""],
  ]);
  page.dispose();
});

// A first run that something outside the editor keeps from working: the organization, or the network.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { panelText } from "../../extension/shared/text/panel.ts";
import { transcriptText } from "../../extension/shared/text/transcript/transcript.ts";
import { makeManagedClaude } from "../cli/managedClaude.ts";
import { say } from "../model/replies.ts";
import { currentCli } from "./install.mjs";
import { oneEditor } from "./oneEditor.ts";

const here = oneEditor();
const button = (name: string) => here.window.panel.getByRole("button", { name, exact: true });
const alert = () => here.window.panel.getByRole("alert");
const noNamespace = "no mount namespace is allowed here, so claude cannot be given a managed settings file";

/**
 * Makes `claude` run as on a machine of an organization, with these settings. Returns their file; undefined where the
 * system does not allow that.
 */
function manage(settings: object): string | undefined {
  const place = fs.mkdtempSync(path.join(here.world.place.root, "organization-"));
  const name = "managed-settings.json";
  const program = makeManagedClaude(place, currentCli, { [name]: settings });
  if (program !== undefined) here.world.changeSettings({ "tandem.claudePath": program });
  return program && path.join(place, "managed", name);
}

/** A way to the model that can be cut, as by a network that is not there. */
async function openLine(): Promise<{ url: string; setOnline(isOnline: boolean): void; close(): void }> {
  let isOnline = false;
  const { port } = new URL(here.world.model.url);
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    if (!isOnline) return socket.resetAndDestroy();
    const model = net.connect(Number(port), "127.0.0.1");
    model.on("error", () => socket.destroy());
    return socket.pipe(model).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    setOnline(value) {
      isOnline = value;
    },
    close: () => void server.close(),
  };
}

it("leads from a forbidden API key to the settings, then to the login", {
  tags: "thorough",
}, async ({ skip }) => {
  if (manage({ forceLoginMethod: "claudeai" }) === undefined) return skip(noNamespace);
  await here.openOwn();
  const { page } = here.window;
  await alert().getByText("claude refused to start").waitFor();
  await alert()
    .getByText(/forceLoginMethod/)
    .first()
    .waitFor();
  // Nothing was sent that could fail.
  expect(await alert().count()).toBe(1);
  await here.window.expectAccessible("the organization refuses the start");
  await button(transcriptText.openSettings()).press("Enter");
  await page.locator(".settings-editor").waitFor();
  here.world.changeEnvironment({ ANTHROPIC_API_KEY: undefined });
  // The size shows that the editor has read the file, and with it the variables.
  here.world.changeSettings({ "tandem.chat.fontSize": 17 });
  const root = here.window.panel.locator(":root");
  await expect.poll(() => root.evaluate(({ style }) => style.getPropertyValue("--chosen-size"))).toBe("17px");
  await button(transcriptText.retry()).press("Enter");
  await here.window.panel.getByRole("heading", { name: panelText.notLoggedIn() }).waitFor();
  expect(await alert().count()).toBe(0);
  await button(panelText.logIn()).press("Enter");
  await page.getByRole("option", { name: /^Claude account/ }).waitFor();
  await page.keyboard.press("Escape");
});

it("names the organization's damaged file, and starts once it is repaired", {
  tags: "thorough",
}, async ({ skip }) => {
  const file = manage({});
  if (file === undefined) return skip(noNamespace);
  here.world.changeEnvironment({ ANTHROPIC_API_KEY: "sk-made-up" });
  here.world.scripts.set("hello", () => [say("Hello from the model.")]);
  fs.writeFileSync(file, '{ "model": ');
  await here.openOwn();
  await alert().getByText("claude refused to start").waitFor();
  await alert()
    .getByText(/managed-settings\.json/)
    .first()
    .waitFor();
  await here.window.send("hello");
  await here.window.composer.queue.getByText("hello").waitFor();
  fs.writeFileSync(file, "{}");
  await button(transcriptText.retry()).press("Enter");
  await here.window.reply("Hello from the model.").waitFor();
  expect(await alert().count()).toBe(0);
});

it("keeps a message while the service can't be reached, and retries it", {
  tags: "thorough",
}, async () => {
  const line = await openLine();
  try {
    here.world.changeEnvironment({ ANTHROPIC_BASE_URL: line.url, ANTHROPIC_API_KEY: "sk-made-up" });
    here.world.scripts.set("hello", () => [say("Hello from the model.")]);
    await here.openOwn();
    await here.window.transcript.empty.waitFor();
    await here.window.send("hello");
    const failed = here.window.transcript.notice("Couldn't reach the service");
    await failed.waitFor();
    await here.window.expectAccessible("offline");
    line.setOnline(true);
    await here.window.transcript.step("retry", failed).press("Enter");
    await here.window.reply("Hello from the model.").waitFor();
  } finally {
    line.close();
  }
});

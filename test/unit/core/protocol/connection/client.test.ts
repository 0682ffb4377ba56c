import { expect, it } from "vitest";
import { hasSince } from "../../../../../extension/core/protocol/version.ts";
import { settled, setup } from "../setup.ts";

it("announces hooks and in-process servers in initialize and learns from the answer", async () => {
  const { client, cli, answer } = setup();
  client.hooks.register({ event: "PreToolUse", matcher: "Bash", limitMs: 10_000, role: "gate", callback: () => ({}) });
  await client.addMcpServer("ide", { connect: async () => {}, close: async () => {} });
  const initialized = client.initialize({ promptSuggestions: true });
  expect(cli.received[0]).toMatchObject({
    request: {
      subtype: "initialize",
      promptSuggestions: true,
      sdkMcpServers: ["ide"],
      hooks: { PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["hook_0"], timeout: 15, onFailure: "block" }] },
    },
  });
  answer({ claude_code_version: "2.1.329", capabilities: ["interrupt_receipt_v1"] });
  await initialized;
  expect(client.version).toBe("2.1.329");
  expect(client.hasCapability("interrupt_receipt_v1")).toBe(true);
});

it("writes a prompt exactly as the protocol wants it, and refuses an empty one", () => {
  const { client, cli } = setup();
  const uuid = "11111111-1111-4111-8111-111111111111";
  client.prompt([{ type: "text", text: "hi" }], { uuid });
  expect(cli.received).toEqual([
    {
      type: "user",
      uuid,
      session_id: "",
      parent_tool_use_id: null,
      message: { role: "user", content: [{ type: "text", text: "hi" }] },
    },
  ]);
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } } as const;
  const document = {
    type: "document",
    source: { type: "text", media_type: "text/plain", data: "words" },
    title: "notes.txt",
  } as const;
  client.prompt([image, document], { uuid, priority: "next" });
  expect(cli.received.at(-1)).toMatchObject({ message: { content: [image, document] }, priority: "next" });
  expect(() => client.prompt([], { uuid })).toThrow(expect.objectContaining({ code: "badFrame" }));
  expect(() => client.prompt([{ type: "text", text: "x" }], { uuid: "not a uuid" })).toThrow(
    expect.objectContaining({ code: "badFrame" }),
  );
});

it("does not send what the version is known to lack", async () => {
  const { client, cli } = setup({ version: "2.1.50" });
  await expect(client.call("get_settings", {})).rejects.toMatchObject({ code: "notSupported" });
  expect(cli.received).toEqual([]);
});

it("gives a request more time while claude connects a server and reads nothing", async () => {
  const { client, clock, answer } = setup();
  const adding = client.setMcpServers({ slow: { command: "slow" } });
  const settling = client.call("set_model", { model: "haiku" });
  clock.advance(30_000);
  answer({ model: "claude-haiku-5" }, "id2");
  answer({ added: ["slow"], removed: [], errors: {} }, "id1");
  await expect(settling).resolves.toEqual({ model: "claude-haiku-5" });
  await adding;
  const next = client.call("set_model", { model: "haiku" });
  const refused = expect(next).rejects.toMatchObject({ code: "requestTimedOut" });
  clock.advance(15_000);
  await refused;
});

it.each([
  ["2.1.200", "Unsupported control request subtype: get_settings", {}],
  ["2.1.400", "nope", { error_code: "unsupported_request" }],
])("tries what %s may have, and remembers a refusal", async (version, error, extra) => {
  const { client, cli, refuse } = setup({ version });
  const first = client.call("get_settings", {});
  refuse(error, extra);
  await expect(first).rejects.toMatchObject({ code: "notSupported" });
  await expect(client.call("get_settings", {})).rejects.toMatchObject({ code: "notSupported" });
  expect(cli.received).toHaveLength(1);
});

it("refuses to send a malformed request", async () => {
  const { client, cli } = setup();
  await expect(client.call("set_max_thinking_tokens", { max_thinking_tokens: -1 })).rejects.toMatchObject({
    code: "badFrame",
  });
  expect(cli.received).toEqual([]);
});

it("names the in-process servers in every mcp_set_servers, since the CLI drops what is left out", async () => {
  const { client, cli, answer } = setup();
  await client.addMcpServer("ide", { connect: async () => {}, close: async () => {} });
  const set = client.setMcpServers({ db: { command: "db" } });
  expect(cli.received[0]).toMatchObject({
    request: { servers: { db: { command: "db" }, ide: { type: "sdk", name: "ide" } } },
  });
  answer({ added: ["db"], removed: [], errors: {} });
  expect(await set).toMatchObject({ added: ["db"] });
});

it("asks to cancel queued prompts only where the CLI can", async () => {
  const { client, cli, answer } = setup();
  const plain = client.interrupt({ cancelQueued: true });
  expect(cli.received.at(-1)?.["request"]).toEqual({ subtype: "interrupt" });
  answer();
  await plain;
  client.learn(undefined, ["interrupt_cancel_queued_v1"]);
  const able = client.interrupt({ cancelQueued: true });
  expect(cli.received.at(-1)?.["request"]).toEqual({ subtype: "interrupt", cancel_queued: true });
  answer({ still_queued: [], cancelled: ["u1"] });
  await able;
});

it("reports the mode in force, not the one asked for", async () => {
  const { client, answer } = setup();
  const mode = client.setPermissionMode("bypassPermissions");
  answer({ mode: "default" });
  expect(await mode).toBe("default");
});

it("runs hooks by id and answers an unknown id with an error", async () => {
  const { client, cli } = setup();
  client.hooks.register({ event: "Stop", role: "observe", callback: () => ({ systemMessage: "bye" }) });
  const callback = (id: string, request_id: string) =>
    cli.write({
      type: "control_request",
      request_id,
      request: { subtype: "hook_callback", callback_id: id, input: { hook_event_name: "Stop" } },
    });
  callback("hook_0", "a");
  await settled();
  callback("hook_9", "b");
  await settled();
  expect(cli.received).toMatchObject([
    { response: { subtype: "success", request_id: "a", response: { systemMessage: "bye" } } },
    { response: { subtype: "error", request_id: "b" } },
  ]);
});

it.each([
  [undefined, "a", "yes"],
  [undefined, "c", "maybe"],
  ["2.0.77", "b", "no"],
  ["2.0.99", "b", "maybe"],
  ["2.1.50", "c", "no"],
  ["2.1.51", "c", "maybe"],
  ["2.1.329 (Claude)", "c", "yes"],
  ["2.1.329", "d", "no"],
  ["2.1.330", "d", "maybe"],
  ["2.1.332", "d", "yes"],
  ["3.0.0", "c", "yes"],
] as const)("version %s has a feature of %s: %s", (version, since, expected) => {
  expect(hasSince(version, since)).toBe(expected);
});

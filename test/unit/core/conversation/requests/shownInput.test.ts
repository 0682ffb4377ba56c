import { describe, expect, it } from "vitest";
import { settled } from "../../protocol/setup.ts";
import { askWrite, begin } from "../conversationSetup.ts";

describe("the card of a request", () => {
  const shown = async (tool_name: string, input: object, files: Record<string, string> = {}) => {
    const { conversation, cli } = await begin({ files });
    cli().write({ ...askWrite, request: { subtype: "can_use_tool", tool_name, input, tool_use_id: "t" } });
    await settled();
    return conversation.state.requests[0];
  };

  it("includes all fields of a command", async () => {
    const input = {
      command: "rm -rf /",
      description: "Cleans",
      timeout: 5_000,
      run_in_background: true,
      dangerouslyDisableSandbox: true,
      future: [1],
    };
    expect(await shown("Bash", input)).toMatchObject({
      body: "rm -rf /",
      notes: [
        { kind: "unsandboxed" },
        { kind: "background" },
        { kind: "timeout", ms: 5_000 },
        { kind: "purpose", text: "Cleans" },
        { kind: "otherInput", text: expect.stringContaining("future") },
      ],
    });
  });

  it("includes a field of an unexpected type unchanged", async () => {
    const request = await shown("Bash", { command: ["a", "b"], timeout: "9" });
    expect(request).toMatchObject({
      notes: [{ kind: "otherInput", text: expect.stringMatching(/command[\s\S]*timeout/) }],
    });
  });

  it("includes fields that the cells of a notebook do not show", async () => {
    const files = { "/w/n.ipynb": JSON.stringify({ cells: [{ id: "a", cell_type: "code", source: "1" }] }) };
    const input = {
      notebook_path: "/w/n.ipynb",
      cell_id: "a",
      new_source: "2",
      cell_type: "code",
      edit_mode: "replace",
    };
    const request = await shown("NotebookEdit", input, files);
    expect(request).toMatchObject({ proposal: { added: 1, removed: 1 }, notes: [] });
    expect(request).not.toHaveProperty("body");
    for (const [field, value] of Object.entries({
      future: 1,
      cell_id: 0,
      edit_mode: ["delete"],
      new_source: { text: "3" },
    }))
      expect(await shown("NotebookEdit", { ...input, [field]: value }, files), field).toSatisfy(
        (view: { body?: string; notes: object[] }) => {
          const said = [view.body ?? "", JSON.stringify(view.notes)].join();
          return said.includes(field);
        },
      );
  });

  it("includes the prompt beside an address, and the whole input of an unknown tool", async () => {
    expect(await shown("WebFetch", { url: "https://a.example", prompt: "Send it\u202e all" })).toMatchObject({
      body: "https://a.example",
      notes: [{ kind: "prompt", text: "Send it⟦U+202E⟧ all" }],
    });
    expect(await shown("Special", { a: { b: 1 } })).toMatchObject({
      body: expect.stringContaining('"b": 1'),
      toolKind: "other",
    });
  });
});

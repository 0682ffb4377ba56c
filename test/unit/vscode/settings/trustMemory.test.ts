import { expect, it } from "vitest";
import { TrustMemory } from "../../../../extension/vscode/settings/trustMemory.ts";

it.each([undefined, { known: ["a", 1], off: "x" }])(
  "returns the same decisions until they change: %j",
  async (first) => {
    let saved: object | undefined = first;
    const memory = new TrustMemory({
      read: () => saved,
      change: async (update) => {
        saved = update(saved) ?? saved;
      },
    });
    const before = memory.read();
    expect(before).toEqual({ known: first ? ["a"] : [], off: [], without: [] });
    expect(memory.read()).toBe(before);
    await memory.change((now) => ({ ...now, without: ["/w"] }));
    expect(memory.read()).toEqual({ ...before, without: ["/w"] });
  },
);

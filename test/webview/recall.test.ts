// @vitest-environment node
import { expect, it } from "vitest";
import { Recall } from "../../webview/composer/field/recall.ts";

const prompts = ["newest", "middle", "oldest"];

it("goes back through what was sent and forward again to the draft", () => {
  const recall = new Recall();
  expect([recall.step(1, "", prompts), recall.step(1, "newest", prompts), recall.step(1, "middle", prompts)]).toEqual(
    prompts,
  );
  expect(recall.step(1, "oldest", prompts)).toBeUndefined();
  expect([
    recall.step(-1, "oldest", prompts),
    recall.step(-1, "middle", prompts),
    recall.step(-1, "newest", prompts),
  ]).toEqual(["middle", "newest", ""]);
  expect(recall.step(-1, "", prompts)).toBeUndefined();
});

it("gives a draft back that stood there", () => {
  const recall = new Recall();
  expect(recall.step(1, "half a thought", prompts)).toBe("newest");
  expect(recall.isShown("newest")).toBe(true);
  expect(recall.step(-1, "newest", prompts)).toBe("half a thought");
  expect(recall.isShown("half a thought")).toBe(false);
});

it("takes what was changed as a draft of its own", () => {
  const recall = new Recall();
  recall.step(1, "", prompts);
  expect(recall.isShown("newest, changed")).toBe(false);
  expect(recall.step(1, "newest, changed", prompts)).toBe("newest");
  expect(recall.step(-1, "newest", prompts)).toBe("newest, changed");
});

it("gives the draft back once something recalled was sent, changed or not", () => {
  const recall = new Recall();
  recall.step(1, "half a thought", prompts);
  expect(recall.finish()).toBe("half a thought");
  expect(recall.finish()).toBe("");
  recall.step(1, "another thought", prompts);
  recall.step(1, "newest, changed", prompts);
  expect(recall.finish()).toBe("another thought");
  recall.step(1, "", prompts);
  expect(recall.finish()).toBe("");
});

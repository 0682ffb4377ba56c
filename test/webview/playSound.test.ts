import { expect, it, vi } from "vitest";
import { playSound } from "../../webview/ui/playSound.ts";

it("plays a sound for new events only, and where sounds can be heard", () => {
  const made: string[] = [];
  const part = () => ({
    connect() {},
    start: () => made.push("start"),
    stop() {},
    gain: ramp,
    frequency: ramp,
    onended: undefined,
  });
  const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  playSound(1_000, 1_000);
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      createGain = part;
      createOscillator = part;
    },
  );
  playSound(1_000, 9_000);
  expect(made).toEqual([]);
  playSound(1_000, 1_100);
  expect(made).toEqual(["start"]);
  vi.unstubAllGlobals();
});

import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { ServerSecrets } from "../../../../extension/vscode/servers/serverSecrets.ts";

/** The boxes that are open, with the secret each asks for. */
const boxes = vi.hoisted(() => [] as { title: string; answer: (value: string | undefined) => void }[]);

vi.mock("vscode", () => ({
  CancellationTokenSource: class {
    #listeners: (() => void)[] = [];
    token = { onCancellationRequested: (listener: () => void) => void this.#listeners.push(listener) };
    cancel = () => this.#listeners.forEach((listener) => void listener());
  },
  window: {
    showInputBox: ({ title }: { title: string }, token: vscode.CancellationToken) =>
      new Promise<string | undefined>((resolve) => {
        const box = {
          title,
          answer: (value: string | undefined) => {
            if (boxes.includes(box)) boxes.splice(boxes.indexOf(box), 1);
            resolve(value);
          },
        };
        boxes.push(box);
        token.onCancellationRequested(() => box.answer(undefined));
      }),
  },
}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

const values = new Map<string, string>();
const request = (secret: string) => ({ place: { kind: "user" as const }, secret, server: "s", address: undefined });
const open = () =>
  new ServerSecrets({
    get: async (key: string) => values.get(key),
    store: async (key: string, value: string) => void values.set(key, value),
  } as unknown as vscode.SecretStorage);
const titles = () => boxes.map(({ title }) => title);
beforeEach(() => {
  values.clear();
  boxes.length = 0;
});

it("closes a question with the only start that waits, and asks for the next", async () => {
  const secrets = open();
  const stop = new AbortController();
  const first = secrets.need(request("key"), stop.signal);
  await expect.poll(titles).toEqual([expect.stringContaining("key")]);
  stop.abort(new Error("stopped"));
  await expect(first).rejects.toThrow("stopped");
  await expect.poll(titles).toEqual([]);
  const second = secrets.need(request("key"), new AbortController().signal);
  await expect.poll(titles).toEqual([expect.stringContaining("key")]);
  boxes[0]?.answer("value");
  expect(await second).toBe("value");
  expect(await secrets.need(request("key"))).toBe("value");
});

it("keeps a question for the other starts that wait for it", async () => {
  const secrets = open();
  const stop = new AbortController();
  const [first, second] = [secrets.need(request("key"), stop.signal), secrets.need(request("key"))];
  await expect.poll(titles).toHaveLength(1);
  stop.abort(new Error("stopped"));
  await expect(first).rejects.toThrow("stopped");
  boxes[0]?.answer("value");
  expect(await second).toBe("value");
});

it("does not show a question whose start ended while another question was open", async () => {
  const secrets = open();
  const stop = new AbortController();
  const first = secrets.need(request("one"));
  const second = secrets.need(request("two"), stop.signal);
  await expect.poll(titles).toEqual([expect.stringContaining("one")]);
  stop.abort(new Error("stopped"));
  await expect(second).rejects.toThrow("stopped");
  const third = secrets.need(request("three"));
  boxes[0]?.answer("1");
  expect(await first).toBe("1");
  await expect.poll(titles).toEqual([expect.stringContaining("three")]);
  boxes[0]?.answer(undefined);
  expect(await third).toBeUndefined();
});

it("asks once in a window for a secret that the storage neither reads nor stores", async () => {
  const refuse = (): Promise<never> => Promise.reject(new Error("there is no keyring"));
  const secrets = new ServerSecrets({ get: refuse, store: refuse } as unknown as vscode.SecretStorage);
  const asked = secrets.need(request("key"));
  await expect.poll(titles).toHaveLength(1);
  boxes[0]?.answer("value");
  expect([await asked, await secrets.need(request("key")), secrets.used]).toEqual(["value", "value", ["value"]]);
});

it("lets a start end that waits for a storage that does not answer", async () => {
  const secrets = new ServerSecrets({ get: () => new Promise(() => {}) } as unknown as vscode.SecretStorage);
  const stop = new AbortController();
  const waiting = secrets.need(request("key"), stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});

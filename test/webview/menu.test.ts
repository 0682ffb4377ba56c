import { render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { expect, it } from "vitest";
import { type MenuGroup, placeMenu } from "../../webview/ui/menu.ts";
import MenuWithButtons from "./MenuWithButtons.svelte";

function show(set: Partial<MenuGroup["items"][number]> = {}) {
  const chosen: string[] = [];
  const item = (id: string, label: string) => ({
    id,
    label,
    onChoose: () => chosen.push(`${id} from ${document.activeElement?.ariaLabel}`),
  });
  const groups: MenuGroup[] = [
    { items: [item("a", "Allow always…"), { ...item("e", "Edit…"), ...set }] },
    { label: "None", items: [] },
    { label: "Others", items: [{ ...item("d", "Deny and stop"), description: "Ends the turn" }] },
  ];
  render(MenuWithButtons, { groups });
  const button = screen.getByRole("button", { name: "Open" });
  const press = async (key: string, target: Element = document.activeElement ?? document.body) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    flushSync();
    await tick();
    return event;
  };
  const open = async () => {
    button.focus();
    button.click();
    await tick();
    return screen.getByRole("menu", { name: "More ways" });
  };
  const focused = () => document.activeElement?.querySelector("[id]")?.textContent ?? document.activeElement?.ariaLabel;
  return { chosen, button, press, open, focused };
}

it("opens at a button that says so, with the focus on its first entry", async () => {
  const { button, open, focused } = show();
  expect([button.getAttribute("aria-haspopup"), button.ariaExpanded, screen.queryByRole("menu")]).toEqual([
    "menu",
    "false",
    null,
  ]);
  const menu = await open();
  expect([button.ariaExpanded, button.getAttribute("aria-controls"), focused()]).toEqual([
    "true",
    menu.id,
    "Allow always…",
  ]);
  expect(screen.getAllByRole("menuitem").map((entry) => entry.querySelector("[id]")?.textContent)).toEqual([
    "Allow always…",
    "Edit…",
    "Deny and stop",
  ]);
  // A group without entries is no group.
  expect([screen.getAllByRole("separator").length, screen.getAllByRole("group").length]).toEqual([1, 2]);
  expect(screen.getByRole("menuitem", { name: "Deny and stop", description: "Ends the turn" })).toBeDefined();
  button.click();
  flushSync();
  expect(screen.queryByRole("menu")).toBeNull();
});

it("is walked by keys, and chosen from with its button in focus", async () => {
  const { chosen, button, press, focused } = show();
  button.focus();
  await press("ArrowUp");
  expect(focused()).toBe("Deny and stop");
  const seen: (string | null | undefined)[] = [];
  for (const key of ["ArrowDown", "ArrowUp", "Home", "ArrowDown", "End", "e", "a"]) {
    expect((await press(key)).defaultPrevented).toBe(true);
    seen.push(focused());
  }
  expect(seen).toEqual([
    "Allow always…",
    "Deny and stop",
    "Allow always…",
    "Edit…",
    "Deny and stop",
    "Edit…",
    "Allow always…",
  ]);
  (document.activeElement as HTMLElement).click();
  flushSync();
  expect([chosen, screen.queryByRole("menu"), document.activeElement]).toEqual([["a from Open"], null, button]);
});

it("closes on Escape and Tab, focuses its button, and keeps Escape from other listeners", async () => {
  const { button, press, open } = show();
  const heard: string[] = [];
  document.addEventListener("keydown", ({ key }) => heard.push(key), { once: true });
  for (const key of ["Escape", "Tab"]) {
    await open();
    const event = await press(key);
    // Tab goes on from the button.
    expect([screen.queryByRole("menu"), document.activeElement, event.defaultPrevented]).toEqual([
      null,
      button,
      key === "Escape",
    ]);
  }
  expect(heard).toEqual(["Tab"]);
});

it("closes when something else is pressed or focused, which keeps the focus", async () => {
  const { open } = show();
  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  await open();
  elsewhere.focus();
  flushSync();
  expect([screen.queryByRole("menu"), document.activeElement]).toEqual([null, elsewhere]);
  await open();
  elsewhere.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  flushSync();
  expect(screen.queryByRole("menu")).toBeNull();
  const menu = await open();
  menu.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  flushSync();
  expect(menu.isConnected).toBe(true);
  window.dispatchEvent(new Event("blur"));
  flushSync();
  expect(menu.isConnected).toBe(false);
});

it("opens on the entry that is checked, and does nothing for one that is disabled", async () => {
  const checked = show({ isChecked: true });
  await checked.open();
  expect([checked.focused(), screen.getByRole("menuitemradio", { name: "Edit…" }).ariaChecked]).toEqual([
    "Edit…",
    "true",
  ]);
  document.body.replaceChildren();
  const disabled = show({ isDisabled: true, description: "Not now" });
  const menu = await disabled.open();
  await disabled.press("ArrowDown");
  expect(disabled.focused()).toBe("Edit…");
  (document.activeElement as HTMLElement).click();
  expect([disabled.chosen, menu.isConnected]).toEqual([[], true]);
});

it.each([
  ["below", 100, { left: 50, top: 126, maxHeight: 470 }],
  ["above, where there is more room", 560, { left: 50, top: 358, maxHeight: 554 }],
])("stands %s", (_, top, place) => {
  expect(
    placeMenu({ left: 50, top, width: 80, height: 24 }, { width: 200, height: 200 }, { width: 280, height: 600 }),
  ).toEqual(place);
});

it("stays inside a page that is narrow and low", () => {
  const place = placeMenu(
    { left: 250, top: 40, width: 20, height: 24 },
    { width: 200, height: 300 },
    { width: 280, height: 200 },
  );
  expect(place).toEqual({ left: 76, top: 66, maxHeight: 130 });
});

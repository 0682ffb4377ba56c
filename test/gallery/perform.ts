import type { DraggedFile, Step } from "./state.ts";

/** Does a step in the document. False while what it is about is not there. */
export function perform(step: Step): boolean {
  if ("press" in step) return act(buttonNamed(step.press), (button) => button.click());
  if ("focus" in step) return act(buttonNamed(step.focus), (button) => button.focus());
  if ("choose" in step) return act(fieldNamed(step.choose), (field) => field.click());
  if ("type" in step) {
    return act(fieldNamed(step.into), (field) => {
      field.focus();
      field.value = step.type;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  if ("key" in step)
    return act(fieldNamed("Message"), (field) => {
      field.focus();
      field.dispatchEvent(new KeyboardEvent("keydown", { key: step.key, bubbles: true, cancelable: true }));
    });
  if ("paste" in step) return act(fieldNamed("Message"), (field) => field.dispatchEvent(pasteEvent(step.paste)));
  const [type, files] = "drag" in step ? ["dragover", step.drag] : ["drop", step.drop];
  return act(fieldNamed("Message"), (field) => field.dispatchEvent(dragEvent(type, files)));
}

function act<E>(element: E | undefined, action: (element: E) => void): boolean {
  if (element) action(element);
  return element !== undefined;
}

function buttonNamed(name: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("button, a")].find((button) => getName(button) === name);
}

function getName(element: HTMLElement): string {
  const label = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
  return element.getAttribute("aria-label") ?? spoken(label ?? element);
}

/** Its text without what is hidden from screen readers. */
function spoken(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent.trim();
}

function fieldNamed(name: string): HTMLTextAreaElement | HTMLInputElement | undefined {
  const fields = [...document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>("textarea, input")];
  return fields.find((field) => (field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent.trim()) === name);
}

function pasteEvent(text: string): Event {
  return Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { files: [], getData: () => text },
  });
}

/** As from the desktop; no script can make a real one that holds files. */
function dragEvent(type: string, dragged: readonly DraggedFile[]): Event {
  const files = dragged.map(
    ({ name, type: mediaType = "", content }) => new File([content], name, { type: mediaType }),
  );
  return Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: { types: ["Files"], files, getData: () => "" },
  });
}

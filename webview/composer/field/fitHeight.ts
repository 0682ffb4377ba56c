/** Sets the height of an input to that of its text or placeholder. `field` contains it. */
export function fitHeight(input: HTMLTextAreaElement, field: HTMLElement): void {
  // Fixes the height of the surroundings during the measurement: otherwise the content above would scroll to the
  // shortest height.
  field.style.height = `${field.offsetHeight}px`;
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight + 2}px`;
  field.style.height = "";
}

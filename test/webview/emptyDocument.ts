import { afterAll } from "vitest";

// Files share one document, in any order: what one leaves there is nothing for the next.
afterAll(() => {
  if (typeof document !== "undefined") document.body.replaceChildren();
});

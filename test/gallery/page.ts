import { Showing } from "./showing.ts";
import { getStates } from "./states.ts";

const states = getStates(await (await fetch("/recordings.json")).json());
const state = states[new URLSearchParams(location.search).get("state") ?? ""] ?? {};
const target = document.getElementById("app");
if (!target) throw new Error("the document has no place for the page");
const showing = new Showing(state, target);

// One thing a frame: what follows from it is drawn before the next. Some of what a page asks comes later.
function advance(): void {
  showing.advance();
  requestAnimationFrame(advance);
}
advance();

Object.assign(window, {
  galleryStates: Object.keys(states),
  gallerySteps: () => showing.steps.map((step) => JSON.stringify(step)),
});

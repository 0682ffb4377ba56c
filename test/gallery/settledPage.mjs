// A page of the gallery before its picture is taken.

/** Minimum and maximum height of a picture, in pixels. */
export const least = 640;
const most = 4_000;
/**
 * Time in milliseconds without a change after which a page is done: a tenth of a second later it asks for files that
 * replies name.
 */
const stillMs = 200;

/** Waits until every step of a state was done, and all that is loaded on demand is drawn. */
export async function settle(page) {
  await getContent(page).waitFor();
  await page.mouse.move(1, 1);
  await page
    .waitForFunction(() => window.gallerySteps().length === 0, undefined, { timeout: 10_000 })
    .catch(async () => {
      throw new Error(
        `there is nothing to do this with: ${(await page.evaluate(() => window.gallerySteps())).join(", ")}`,
      );
    });
  await page.getByText("Loading…", { exact: true }).waitFor({ state: "detached", timeout: 10_000 });
  await page.evaluate(async (ms) => {
    let changed = performance.now();
    const observer = new MutationObserver(() => {
      changed = performance.now();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const loaded = () => performance.getEntriesByType("resource").length;
    let count = loaded();
    while (performance.now() - changed < ms) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (loaded() === count) continue;
      count = loaded();
      changed = performance.now();
    }
    observer.disconnect();
    await document.fonts.ready;
  }, stillMs);
}

/**
 * Makes the page so high that the conversation and what stands below it need not scroll; what scrolls inside itself by
 * design still does.
 */
export async function growToContent(page, width) {
  let height = least;
  const resize = async (to) => {
    height = Math.min(most, to);
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  // The height of the conversation is only estimated until all of its rows were drawn.
  for (let left = await hiddenInLog(page); left > 0 && height < most; left = await hiddenInLog(page))
    await resize(height + left);
  for (let left = await hiddenBelow(page); left > 0 && height < most; ) {
    const before = height;
    await resize(height + 100);
    const now = await hiddenBelow(page);
    if (now >= left) return resize(before);
    left = now;
  }
}

/** The scrolling element: the conversation, or the page of an editor tab. */
const getContent = (page) => page.locator("[role=log], main.page").first();

const hiddenInLog = (page) => getContent(page).evaluate((log) => log.scrollHeight - log.clientHeight);

/** Returns the scrolled distance of the part between the conversation and the page's end, and of the conversation. */
const hiddenBelow = (page) =>
  page.evaluate(() => {
    const scrollers = [
      ...document.querySelectorAll("main > :not(.transcript), main > :not(.transcript) *, [role=log]"),
    ].filter(
      // The field of the composer grows to a third of the page by design.
      (element) => !element.matches("textarea") && /auto|scroll/.test(getComputedStyle(element).overflowY),
    );
    return scrollers.reduce((sum, element) => sum + Math.max(0, element.scrollHeight - element.clientHeight - 1), 0);
  });

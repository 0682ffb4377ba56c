import fs from "node:fs";
import { expect, it } from "vitest";
import { hashScenes, listFixedTexts, listShownPictures, pictureFolder, readRecord } from "../host/pictureRecord.mjs";

it("has exactly the pictures that documents show", () => {
  const files = fs
    .readdirSync(pictureFolder)
    .flatMap((name) => (name.endsWith(".png") ? [name.replace(".png", "")] : []));
  expect(files.sort()).toEqual(listShownPictures());
});

it("has pictures of the present scenes (npm run pictures takes them)", () => {
  const present = Object.entries(readRecord()).flatMap(([name, { scenes }]) => (scenes === hashScenes() ? [name] : []));
  expect(present).toEqual(listShownPictures());
});

it("shows no text in a picture that the product no longer has", () => {
  const known = listFixedTexts();
  const gone = Object.entries(readRecord()).flatMap(([name, { texts }]) =>
    texts.filter((text) => !known.has(text)).map((text) => `${name}: ${text}`),
  );
  expect(gone).toEqual([]);
});

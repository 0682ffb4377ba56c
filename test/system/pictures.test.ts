import fs from "node:fs";
import { expect, it } from "vitest";
import {
  hashScenes,
  listFixedTexts,
  listOldPictures,
  listShownPictures,
  pictureFolder,
  readRecord,
} from "../host/pictureRecord.mjs";

it("has exactly the pictures that documents show", () => {
  const files = fs
    .readdirSync(pictureFolder)
    .flatMap((name) => (name.endsWith(".png") ? [name.replace(".png", "")] : []));
  expect(files.sort()).toEqual(listShownPictures());
});

it("has pictures of the present scenes (npm run pictures -- documents takes them)", () => {
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

it("knows which components its pictures show", () => {
  expect(Object.values(readRecord()).filter(({ look }) => !/^[0-9a-f]{64}$/.test(look))).toEqual([]);
  // Not refused here: see the record. A release needs new ones.
  if (listOldPictures().length > 0)
    console.warn(
      `Pictures of older components: ${listOldPictures().join(", ")}. Take them: npm run pictures -- documents`,
    );
});

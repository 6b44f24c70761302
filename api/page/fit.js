// A photo may be larger than the server takes, or of a kind that only the browser opens: then it is sent smaller, as a JPEG.

import { send } from "./api.js";

const PIXELS = 24e6;
const BYTES = 15 * 2 ** 20;
const SIDE = 4000; // pixels, the longer side of what is made smaller
const KINDS = ["image/jpeg", "image/png", "image/webp"];

export async function sendPhoto(path, file) {
  if (file.size > BYTES) return send(path, (await fitting(file)) ?? file);
  try {
    return await send(path, file);
  } catch (refusal) {
    const picture = refusal.kind === "picture" ? await fitting(file) : null;
    if (!picture) throw refusal;
    return send(path, picture);
  }
}

// The picture as the server takes it; null where the browser cannot open it either, or where it is as the server wants it
// but refused: that is broken, and what a browser makes of the rest may lack dice.
async function fitting(file) {
  const picture = await createImageBitmap(file).catch(() => null); // the right way up
  if (!picture) return null;
  const { width, height } = picture;
  if (width * height <= PIXELS && file.size <= BYTES && KINDS.includes(file.type)) return null;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(width * scale), height: Math.round(height * scale) });
  const paper = Object.assign(canvas.getContext("2d"), { imageSmoothingQuality: "high" });
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((made) => { canvas.toBlob(made, "image/jpeg", 0.92); });
}

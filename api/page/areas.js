// Drawing the throwing area and the keep area on the camera's picture: a rectangle by dragging, corner by corner, or by keys.

import { question } from "./dialogs.js";
import { fill, h, s } from "./dom.js";

const NAMES = { throwing: "Throwing area", keep: "Keep area" };
const CHOICES = { "": "as drawn", none: "none", left: "the left third", right: "the right third", top: "the upper third", bottom: "the lower third" };
const rectangle = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
const THIRDS = { none: [], left: rectangle(0, 0, 1 / 3, 1), right: rectangle(2 / 3, 0, 1, 1), top: rectangle(0, 0, 1, 1 / 3), bottom: rectangle(0, 2 / 3, 1, 1) };
const CLICK = 0.02; // share of the picture: who moves less has tapped a corner
const STEP = 0.02; // share of the picture that a key moves an area by
const LEAST = 0.04; // share of the picture that an area is wide at least
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

// Asks for both areas; gives them, or null when the player turned away.
export const areas = (now) =>
  question("Draw the areas", (done) => {
    const drawn = { throwing: now.throwing, keep: now.keep };
    const chosen = { throwing: "", keep: "" }; // instead of what is drawn, which stays for whoever comes back to it
    const shapes = () => Object.fromEntries(Object.entries(drawn).map(([id, shape]) => [id, THIRDS[chosen[id]] ?? shape]));
    let [what, tapped] = ["keep", false]; // whether corners were tapped last, which the next tap adds to
    const picture = new Image();
    picture.src = `/api/camera/picture?${Date.now()}`;
    const place = h("div", { class: "stack areas" });
    const set = (shape, taps = false) => { tapped = taps; drawn[what] = shape; choose(""); };
    const choose = (half) => { chosen[what] = half; draw(); };
    const draw = () => fill(place,
      h("p", { class: "muted" }, "Drag a rectangle, or tap three or more corners. Dice in the keep area are kept; dice outside the throwing area are out."),
      h("p", { class: "muted" }, "By keys: on the picture the arrows move the area, and with Shift they make it larger or smaller."),
      h("div", { class: "tools", role: "group", "aria-label": "Which area" }, Object.entries(NAMES).map(([id, name]) =>
        h("button", { class: "button", type: "button", "data-key": id, "aria-pressed": String(id === what), onclick: () => { [what, tapped] = [id, false]; draw(); } }, name))),
      canvas(picture, shapes(), what, tapped && !chosen[what], set),
      h("label", {}, `${NAMES[what]} without drawing`, h("select", { "data-key": "third", onchange: ({ target }) => choose(target.value) }, Object.entries(CHOICES).map(([id, name]) => h("option", { value: id, selected: id === chosen[what] }, name)))),
      h("div", { class: "ends" },
        h("button", { class: "button plain", type: "button", onclick: () => done(null) }, "Cancel"),
        h("button", { class: "button", type: "button", "data-key": "clear", onclick: () => set([]) }, "Clear this area"),
        h("button", { class: "button brass", type: "button", "data-key": "save", onclick: () => done(ready(shapes())) }, "Save the areas")));
    picture.onload = draw;
    draw();
    return place;
  });

// A shape of fewer than three corners is none.
const ready = (shapes) => Object.fromEntries(Object.entries(shapes).map(([what, shape]) => [what, shape.length < 3 ? [] : shape]));

function canvas(picture, shapes, what, tapped, set) {
  const [width, height] = [picture.naturalWidth || 640, picture.naturalHeight || 480];
  const points = (shape) => shape.map(([x, y]) => [x * width, y * height].join(",")).join(" ");
  const polygon = (id) => s("polygon", { class: id === what ? `${id} now` : id, points: points(shapes[id]) });
  const outlines = { throwing: polygon("throwing"), keep: polygon("keep") };
  const corners = shapes[what].map(([x, y]) => s("circle", { cx: x * width, cy: y * height, r: width / 90 }));
  const svg = s("svg", { class: "drawing", viewBox: `0 0 ${width} ${height}`, role: "application", tabindex: 0, "data-key": "drawing", "aria-label": `The ${NAMES[what].toLowerCase()} on what the camera sees` },
    s("image", { href: picture.src, width, height }), outlines.throwing, outlines.keep, corners);
  const share = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [within(at.x / width, 0, 1), within(at.y / height, 0, 1)];
  };
  let from = null;
  const dragged = ([x, y]) => Math.hypot(x - from[0], y - from[1]) > CLICK;
  const spanned = ([x, y]) => rectangle(Math.min(from[0], x), Math.min(from[1], y), Math.max(from[0], x), Math.max(from[1], y));
  const show = (shape) => { outlines[what].setAttribute("points", points(shape)); for (const corner of corners) corner.remove(); };
  svg.addEventListener("pointerdown", (event) => { from = share(event); svg.setPointerCapture(event.pointerId); });
  svg.addEventListener("pointermove", (event) => { if (from && dragged(share(event))) show(spanned(share(event))); });
  svg.addEventListener("pointercancel", () => { from = null; set(shapes[what], tapped); });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const at = share(event);
    const [shape, taps] = dragged(at) ? [spanned(at), false] : [[...(tapped && shapes[what].length < 12 ? shapes[what] : []), at], true];
    from = null;
    set(shape, taps);
  });
  svg.addEventListener("keydown", (event) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    set(moved(shapes[what], by, event.shiftKey));
  });
  return svg;
}

const within = (value, low, high) => Math.min(Math.max(value, low), high);

// An area one step further, or larger or smaller at its right and lower side; one in the middle where there is none.
function moved(shape, [right, down], grows) {
  if (shape.length < 3) return rectangle(1 / 3, 1 / 3, 2 / 3, 2 / 3);
  const along = (values, by) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const shift = within(by, -low, 1 - high);
    if (!grows || by === 0) return values.map((value) => value + shift);
    const size = within(high - low + by, LEAST, 1 - low);
    return values.map((value) => low + ((value - low) * size) / (high - low || 1));
  };
  const [across, below] = [along(shape.map(([x]) => x), right), along(shape.map(([, y]) => y), down)];
  return across.map((x, at) => [x, below[at]]);
}

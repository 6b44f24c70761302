// Drawing the throwing area and the keep area on the camera's picture: a rectangle by dragging, or corner by corner.

import { fill, h, s } from "./dom.js";

const NAMES = { throwing: "Throwing area", keep: "Keep area" };
const CHOICES = { "": "as drawn", none: "none", left: "the left third", right: "the right third", top: "the upper third", bottom: "the lower third" };
const rectangle = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
const THIRDS = { none: [], left: rectangle(0, 0, 1 / 3, 1), right: rectangle(2 / 3, 0, 1, 1), top: rectangle(0, 0, 1, 1 / 3), bottom: rectangle(0, 2 / 3, 1, 1) };
const CLICK = 0.02; // share of the picture: who moves less has tapped a corner

// Asks for both areas; gives them, or null when the player turned away.
export function areas(now) {
  return new Promise((resolve) => {
    const box = h("dialog", { class: "areas", "aria-label": "Draw the areas" });
    const drawn = { throwing: now.throwing, keep: now.keep };
    const chosen = { throwing: "", keep: "" }; // instead of what is drawn, which stays for whoever comes back to it
    const shapes = () => Object.fromEntries(Object.entries(drawn).map(([id, shape]) => [id, THIRDS[chosen[id]] ?? shape]));
    let [what, answer] = ["keep", null];
    box.addEventListener("close", () => { box.remove(); resolve(answer); });
    const picture = new Image();
    picture.src = `/api/camera/picture?${Date.now()}`;
    const place = h("div", { class: "stack" });
    const set = (shape) => { drawn[what] = shape; choose(""); };
    const choose = (half) => { chosen[what] = half; draw(); };
    const draw = () => fill(place,
      h("h2", {}, "Draw the areas"),
      h("p", { class: "muted" }, "Drag a rectangle, or tap three or more corners. Dice in the keep area are kept; dice outside the throwing area are out."),
      h("div", { class: "tools", role: "group", "aria-label": "Which area" }, Object.entries(NAMES).map(([id, name]) =>
        h("button", { class: "button", type: "button", "data-key": id, "aria-pressed": String(id === what), onclick: () => { what = id; draw(); } }, name))),
      canvas(picture, shapes(), what, set),
      h("label", {}, `${NAMES[what]} without drawing`, h("select", { "data-key": "third", onchange: ({ target }) => choose(target.value) }, Object.entries(CHOICES).map(([id, name]) => h("option", { value: id, selected: id === chosen[what] }, name)))),
      h("div", { class: "ends" },
        h("button", { class: "button plain", type: "button", onclick: () => box.close() }, "Cancel"),
        h("button", { class: "button", type: "button", "data-key": "clear", onclick: () => set([]) }, "Clear this area"),
        h("button", { class: "button brass", type: "button", "data-key": "save", onclick: () => { answer = ready(shapes()); box.close(); } }, "Save the areas")));
    picture.onload = draw;
    box.append(place);
    draw();
    document.body.append(box);
    box.showModal();
  });
}

// A shape of fewer than three corners is none.
const ready = (shapes) => Object.fromEntries(Object.entries(shapes).map(([what, shape]) => [what, shape.length < 3 ? [] : shape]));

function canvas(picture, shapes, what, set) {
  const [width, height] = [picture.naturalWidth || 640, picture.naturalHeight || 480];
  const shape = (id) => s("polygon", { class: id === what ? `${id} now` : id, points: shapes[id].map(([x, y]) => [x * width, y * height].join(",")).join(" ") });
  const corners = shapes[what].map(([x, y]) => s("circle", { cx: x * width, cy: y * height, r: width / 90 }));
  const svg = s("svg", { class: "drawing", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "What the camera sees, with the areas" },
    s("image", { href: picture.src, width, height }), shape("throwing"), shape("keep"), corners);
  const share = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [Math.min(Math.max(at.x / width, 0), 1), Math.min(Math.max(at.y / height, 0), 1)];
  };
  let from = null;
  svg.addEventListener("pointerdown", (event) => { from = share(event); svg.setPointerCapture(event.pointerId); });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [[x0, y0], [x1, y1]] = [from, share(event)];
    from = null;
    if (Math.hypot(x1 - x0, y1 - y0) > CLICK) set(rectangle(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)));
    else set([...(shapes[what].length > 11 ? [] : shapes[what]), [x1, y1]]);
  });
  return svg;
}

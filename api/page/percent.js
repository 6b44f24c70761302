// How likely something is, as people read it.

export const SLIGHT = 0.005; // less is not told to the figure, and of a die not offered
const CERTAIN = 1 - 1e-11; // sums of many chances come to a little less than 1 where nothing can fail

// What the eye thinks of a face: it is never certain.
export const percent = (p) => (p < SLIGHT ? "< 1 %" : p < 1 - SLIGHT ? `${Math.round(100 * p)} %` : "> 99 %");

// The odds: only what cannot fail is 100 %, and only what cannot happen 0 %.
export function chance(share) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  if (share >= 1 - SLIGHT && share < CERTAIN) return "> 99 %";
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

// What is typed in the form for a new match outlives a look at another room; it is gone once the match is begun.

const PLACE = "new match";

export const drafted = () => JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
export const draft = (typed) => sessionStorage.setItem(PLACE, JSON.stringify(typed));
export const undraft = () => sessionStorage.removeItem(PLACE);

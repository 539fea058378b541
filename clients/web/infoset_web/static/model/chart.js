// Numbers to places on a chart: scales, round steps, paths. Draws nothing.

/** Round numbers between two values, about `count` of them. */
export function ticks(low, high, count = 5) {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step)
    found.push(Number(at.toPrecision(12)));
  return found;
}

export const scale = (low, high, from, to) => (value) =>
  high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from);

/** The least and the greatest of the numbers, with some room. */
export function extent(values, room = 0.05) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const more = (high - low || 100) * room;
  return [low - more, high + more];
}

export const line = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** A closed path around `[x, high, low]`. */
export const band = (points) =>
  points.length
    ? `${line(points.map(([x, high]) => [x, high]))}${line([...points].reverse().map(([x, , low]) => [x, low])).replace("M", "L")}Z`
    : "";

/** Places for labels that want to be at `wanted`: moved as little as it takes to be `gap` apart, in the same order. */
export function apart(wanted, gap, low, high) {
  const order = wanted.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at);
  order.forEach((one, n) => (one.at = n ? Math.max(one.at, order[n - 1].at + gap) : Math.max(one.at, low)));
  for (let n = order.length - 1; n >= 0; n -= 1)
    order[n].at = Math.min(order[n].at, n === order.length - 1 ? high : order[n + 1].at - gap);
  const places = new Array(wanted.length);
  order.forEach((one) => (places[one.i] = one.at));
  return places;
}

/** The middle value; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const high = sorted[Math.floor(sorted.length / 2)] ?? NaN
  const low = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN
  return (low + high) / 2
}

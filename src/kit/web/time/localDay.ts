/** The day of an instant in the browser's time zone, as YYYY-MM-DD. */
export function localDay(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000
  return new Date(atMs - offsetMs).toISOString().slice(0, 10)
}

/** Undefined when empty or not JSON. */
export function readJson(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

import * as z from 'zod/mini'

/** Request keys in lower case at every depth: Cielo reads them in any case (src/acquirer/server/cielo/README.md#2-json). */
export function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerKeys(inner)]),
  )
}

/** Parses a JSON body; undefined when it is empty or not JSON. */
export function readJson(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return undefined
  try {
    return lowerKeys(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** A text, or a number written as one; empty when absent. */
export const text = z.catch(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value).trim()),
  ),
  '',
)

/** true, "true" or "True"; anything else is false. */
export const flag = z.catch(
  z.pipe(
    z.union([z.boolean(), z.string()]),
    z.transform((value) => String(value).toLowerCase() === 'true'),
  ),
  false,
)

/** A whole number, also as digits in a text; null when absent or anything else. */
export const whole = z.catch(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d+$/))]),
    z.transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : null)),
  ),
  null,
)

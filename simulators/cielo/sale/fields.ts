import * as z from 'zod/mini'
import { readJson } from '../../pix/api/readJson.ts'

/** Cielo reads keys in any case (src/acquirer/server/cielo/README.md#2-json). */
function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toLowerCase(), lowerKeys(inner)]),
  )
}

/** Undefined when empty or not JSON. */
export function readLowerJson(body: unknown): unknown {
  return lowerKeys(readJson(body))
}

/** Also a number; empty when absent. */
export const text = z.catch(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value).trim()),
  ),
  '',
)

/** true, "true" or "True". */
export const flag = z.catch(
  z.pipe(
    z.union([z.boolean(), z.string()]),
    z.transform((value) => String(value).toLowerCase() === 'true'),
  ),
  false,
)

/** Also digits in a text; null otherwise. */
export const whole = z.catch(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d+$/))]),
    z.transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : null)),
  ),
  null,
)

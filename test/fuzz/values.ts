import * as core from 'zod/v4/core'
import type { Random } from './random.ts'
import { hostileTexts, hostileValues, unprintableTexts } from './hostile.ts'
import type { Pool } from './pool.ts'

export type Generation = {
  readonly random: Random
  readonly pool: Pool
  /** How likely a value is invalid. */
  readonly hostility: number
  /** One text for one field, after so many others. Optional fields are present then. */
  readonly spoilt?: { text: string; after: number }
}

/** A valid or an invalid value for a schema. `name` is the field's. */
export function valueFor(generation: Generation, type: core.$ZodType, name = ''): unknown {
  const { random, hostility } = generation
  if (random.chance(hostility)) return hostileFor(random)
  if (generation.spoilt && isField(type)) {
    generation.spoilt.after -= 1
    if (generation.spoilt.after === -1) return generation.spoilt.text
  }
  const inside = (inner: core.$ZodType) => valueFor(generation, inner, name)
  if (type instanceof core.$ZodObject) return fieldsFor(generation, type)
  if (type instanceof core.$ZodArray)
    return Array.from({ length: random.below(3) }, () => inside(type._zod.def.element))
  if (type instanceof core.$ZodUnion) return inside(random.pick(type._zod.def.options))
  if (type instanceof core.$ZodPipe) {
    const { in: given, out } = type._zod.def
    return inside(given instanceof core.$ZodTransform ? out : given)
  }
  if (type instanceof core.$ZodLazy) return inside(type._zod.def.getter())
  if (type instanceof core.$ZodOptional || type instanceof core.$ZodDefault)
    return !generation.spoilt && random.chance(0.5) ? undefined : inside(type._zod.def.innerType)
  if (type instanceof core.$ZodNullable)
    return !generation.spoilt && random.chance(0.2) ? null : inside(type._zod.def.innerType)
  return plainFor(generation, type, name)
}

/** A value without fields. */
function isField(type: core.$ZodType): boolean {
  return (
    type instanceof core.$ZodString ||
    type instanceof core.$ZodNumber ||
    type instanceof core.$ZodEnum ||
    type instanceof core.$ZodLiteral ||
    type instanceof core.$ZodBoolean
  )
}

function hostileFor(random: Random): unknown {
  const kind = random.next()
  return random.pick(kind < 0.4 ? unprintableTexts : kind < 0.8 ? hostileTexts : hostileValues)
}

function fieldsFor(generation: Generation, type: core.$ZodObject): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, inner] of Object.entries(type._zod.def.shape)) {
    if (generation.random.chance(generation.hostility / 4)) continue
    const value = valueFor(generation, inner, name)
    if (value !== undefined) fields.set(name, value)
  }
  if (generation.random.chance(generation.hostility / 4))
    fields.set(generation.random.pick(hostileTexts), '\0')
  return Object.fromEntries(fields)
}

function plainFor({ random, pool }: Generation, type: core.$ZodType, name: string): unknown {
  if (type instanceof core.$ZodLiteral) return random.pick(type._zod.def.values)
  if (type instanceof core.$ZodEnum) return random.pick(Object.values(type._zod.def.entries))
  if (type instanceof core.$ZodBoolean) return random.chance(0.5)
  const known = pool.valueFor(random, name)
  if (type instanceof core.$ZodNumber) return Number.isFinite(Number(known)) ? Number(known) : random.below(4)
  if (type instanceof core.$ZodString) return known === undefined ? 'abc' : String(known)
  return known ?? null
}

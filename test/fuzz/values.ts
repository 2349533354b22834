import * as core from 'zod/v4/core'
import type { Dice } from './dice.ts'
import { hostileTexts, hostileValues, unprintableTexts } from './hostile.ts'
import type { Pool } from './pool.ts'

export type Mood = {
  readonly dice: Dice
  readonly pool: Pool
  /** How likely each value is one that the schema does not mean. */
  readonly hostility: number
  /** One text for one field: the one before which so many others come. What may be missing is there then. */
  readonly spoilt?: { text: string; after: number }
}

/** A value for a schema: what it means, or what it should refuse. `name` is the field's. */
export function valueFor(mood: Mood, type: core.$ZodType, name = ''): unknown {
  const { dice, hostility } = mood
  if (dice.falls(hostility)) return hostileFor(dice)
  if (mood.spoilt && isField(type)) {
    mood.spoilt.after -= 1
    if (mood.spoilt.after === -1) return mood.spoilt.text
  }
  const inside = (inner: core.$ZodType) => valueFor(mood, inner, name)
  if (type instanceof core.$ZodObject) return fieldsFor(mood, type)
  if (type instanceof core.$ZodArray)
    return Array.from({ length: dice.below(3) }, () => inside(type._zod.def.element))
  if (type instanceof core.$ZodUnion) return inside(dice.pick(type._zod.def.options))
  if (type instanceof core.$ZodPipe) {
    const { in: given, out } = type._zod.def
    return inside(given instanceof core.$ZodTransform ? out : given)
  }
  if (type instanceof core.$ZodLazy) return inside(type._zod.def.getter())
  if (type instanceof core.$ZodOptional || type instanceof core.$ZodDefault)
    return !mood.spoilt && dice.falls(0.5) ? undefined : inside(type._zod.def.innerType)
  if (type instanceof core.$ZodNullable)
    return !mood.spoilt && dice.falls(0.2) ? null : inside(type._zod.def.innerType)
  return plainFor(mood, type, name)
}

/** A value that holds no others. */
function isField(type: core.$ZodType): boolean {
  return (
    type instanceof core.$ZodString ||
    type instanceof core.$ZodNumber ||
    type instanceof core.$ZodEnum ||
    type instanceof core.$ZodLiteral ||
    type instanceof core.$ZodBoolean
  )
}

function hostileFor(dice: Dice): unknown {
  const kind = dice.next()
  return dice.pick(kind < 0.4 ? unprintableTexts : kind < 0.8 ? hostileTexts : hostileValues)
}

function fieldsFor(mood: Mood, type: core.$ZodObject): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, inner] of Object.entries(type._zod.def.shape)) {
    if (mood.dice.falls(mood.hostility / 4)) continue
    const value = valueFor(mood, inner, name)
    if (value !== undefined) fields.set(name, value)
  }
  if (mood.dice.falls(mood.hostility / 4)) fields.set(mood.dice.pick(hostileTexts), '\0')
  return Object.fromEntries(fields)
}

function plainFor({ dice, pool }: Mood, type: core.$ZodType, name: string): unknown {
  if (type instanceof core.$ZodLiteral) return dice.pick(type._zod.def.values)
  if (type instanceof core.$ZodEnum) return dice.pick(Object.values(type._zod.def.entries))
  if (type instanceof core.$ZodBoolean) return dice.falls(0.5)
  const known = pool.valueFor(dice, name)
  if (type instanceof core.$ZodNumber) return Number.isFinite(Number(known)) ? Number(known) : dice.below(4)
  if (type instanceof core.$ZodString) return known === undefined ? 'abc' : String(known)
  return known ?? null
}

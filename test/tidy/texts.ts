import type * as z from 'zod/mini'
import * as core from 'zod/v4/core'
import { printable } from '#kit/fields.ts'

/** Fields of a schema that accept unprintable texts: 'body.address.street'. */
export function unprintableTexts(schema: z.ZodMiniType, place: string): string[] {
  return texts(schema, place, new Set())
}

function texts(type: core.$ZodType, place: string, seen: ReadonlySet<core.$ZodType>): string[] {
  if (seen.has(type)) return []
  const known = new Set([...seen, type])
  const inside = (inner: core.$ZodType, at = '') => texts(inner, place + at, known)
  if (type instanceof core.$ZodString) return isClosed(type) ? [] : [place]
  if (type instanceof core.$ZodObject)
    return Object.entries(type._zod.def.shape).flatMap(([name, inner]) => inside(inner, `.${name}`))
  if (type instanceof core.$ZodArray) return inside(type._zod.def.element, '[]')
  if (type instanceof core.$ZodRecord)
    return [...inside(type._zod.def.keyType, '{key}'), ...inside(type._zod.def.valueType, '{}')]
  if (type instanceof core.$ZodUnion) return type._zod.def.options.flatMap((option) => inside(option))
  if (type instanceof core.$ZodPipe) return [...inside(type._zod.def.in), ...inside(type._zod.def.out)]
  if (type instanceof core.$ZodLazy) return inside(type._zod.def.getter())
  if (
    type instanceof core.$ZodOptional ||
    type instanceof core.$ZodNullable ||
    type instanceof core.$ZodDefault ||
    type instanceof core.$ZodCatch
  )
    return inside(type._zod.def.innerType)
  return harmless.some((kind) => type instanceof kind) ? [] : [place]
}

/** Contain no text from outside; a transformation is judged by its input, or by what follows. */
const harmless = [
  core.$ZodNumber,
  core.$ZodBoolean,
  core.$ZodLiteral,
  core.$ZodEnum,
  core.$ZodNull,
  core.$ZodUndefined,
  core.$ZodTransform,
] as const

/** Refuses unprintable texts by name, or by a pattern for the whole text. */
function isClosed(type: core.$ZodString): boolean {
  const { def } = type._zod
  const checks = [...(def.checks ?? []), ...(type instanceof core.$ZodStringFormat ? [type] : [])]
  return checks.some((check) => check === printable || closedPattern(check))
}

function closedPattern(check: unknown): boolean {
  const pattern = patternOf(check)
  if (!pattern) return false
  const plain = pattern.source.replace(/\\[.^$|()[\]{}*+?/-]/g, '')
  const anchored = plain.startsWith('^') && plain.endsWith('$') && !/^\^[^()]*\|/.test(plain)
  return anchored && !pattern.multiline && !/\.|\[\^|\\[^dw]/.test(plain)
}

function patternOf(check: unknown): RegExp | null {
  const def = check instanceof core.$ZodCheck || check instanceof core.$ZodType ? check._zod.def : {}
  return 'pattern' in def && def.pattern instanceof RegExp ? def.pattern : null
}

import { lookUp } from '#kit/text/lookUp.ts'
import { reaisText } from '#kit/money.ts'
import { createDateFormat, numberText } from '#kit/text/formats.ts'
import { commonFields, type FieldTexts, type AuditTexts } from '#kit/auditTerms.ts'
import { levelNames } from './level.ts'
import { actionText } from './auditTerms.ts'

/** The changed fields; a field without a text has its stored name. */
export function describeChanges(
  trail: AuditTexts,
  { before, after }: { before: unknown; after: unknown },
  timeZone: string,
): { field: string; before: string | null; after: string | null }[] {
  const was = flatten(before)
  const is = flatten(after)
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({
      field: fieldLabel(fieldTerm(trail, name)),
      before: valueText({ trail, name, timeZone }, was.get(name)),
      after: valueText({ trail, name, timeZone }, is.get(name)),
    }))
    .filter((change) => change.before !== change.after)
}

function flatten(value: unknown, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  if (typeof value !== 'object' || value === null) return found
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      for (const [deep, value] of flatten(inner, `${prefix}${name}.`)) found.set(deep, value)
    else found.set(`${prefix}${name}`, inner)
  }
  return found
}

function fieldTerm(trail: AuditTexts, name: string): FieldTexts {
  return lookUp(trail.fields, name) ?? lookUp<string>(commonFields, name) ?? name
}

function fieldLabel(words: FieldTexts): string {
  return typeof words === 'string' ? words : words.name
}

const formatInstant = createDateFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

type Field = { trail: AuditTexts; name: string; timeZone: string }

function valueText({ trail, name, timeZone }: Field, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const words = fieldTerm(trail, name)
  if (typeof words !== 'string' && 'words' in words) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return lookUp(words.words, text) ?? text
  }
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'number' && name.endsWith('_cents')) return reaisText(value)
  if (typeof value === 'number' && name === 'level') return levelNames[value] ?? String(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (name === 'state') return actionText(trail, value)
  return typeof words === 'string' ? value : instantText(value, timeZone)
}

/** '2026-03-10T15:00:00.000Z' -> '10/03/2026 12:00'. */
function instantText(text: string, timeZone: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : formatInstant(at, timeZone).replace(',', '')
}

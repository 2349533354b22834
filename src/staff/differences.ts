import { lookUp } from '#kit/text/lookUp.ts'
import { humanMoney } from '#kit/money.ts'
import { numberText } from '#kit/text/formats.ts'
import type { TrailTexts } from '#kit/trail.ts'
import { levelNames } from './level.ts'
import { actionText } from './trail.ts'

/** Fields that things of several kinds have. */
const commonFields: Readonly<Record<string, string>> = {
  name: 'Nome',
  level: 'Nível',
  state: 'Situação',
  reason: 'Motivo',
  code: 'Código',
  amount_cents: 'Valor',
  paid_cents: 'Pago',
}

export type Difference = { field: string; before: string | null; after: string | null }

/** The fields that an audit row changes, for people. Nested fields are told one by one, unknown ones by their names. */
export function differences(trail: TrailTexts, before: unknown, after: unknown): Difference[] {
  const was = flat(before)
  const is = flat(after)
  const names = [...new Set([...was.keys(), ...is.keys()])]
  return names
    .map((name) => ({
      field: lookUp(trail.fields, name) ?? lookUp(commonFields, name) ?? name,
      before: valueText(trail, name, was.get(name)),
      after: valueText(trail, name, is.get(name)),
    }))
    .filter((change) => change.before !== change.after)
}

function flat(value: unknown, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  if (typeof value !== 'object' || value === null) return found
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      for (const [deep, told] of flat(inner, `${prefix}${name}.`)) found.set(deep, told)
    else found.set(`${prefix}${name}`, inner)
  }
  return found
}

function valueText(trail: TrailTexts, name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'number' && name.endsWith('_cents')) return `R$\u00a0${humanMoney(value)}`
  if (typeof value === 'number' && name === 'level') return levelNames[value] ?? String(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return name === 'state' ? actionText(trail, value) : (lookUp(trail.values, value) ?? value)
}

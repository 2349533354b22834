import { expect, it } from 'vitest'
import { relativeText } from './AdditionalInfo.tsx'

const now = new Date('2026-11-21T12:00:00Z')

it.each([
  ['2026-11-21T11:59:30Z', 'agora'],
  ['2026-11-21T11:59:00Z', 'há 1 minuto'],
  ['2026-11-21T09:10:00Z', 'há 2 horas'],
  ['2026-11-18T12:00:00Z', 'há 3 dias'],
  ['2026-09-01T12:00:00Z', 'há 2 meses'],
  ['2024-01-01T12:00:00Z', 'há 2 anos'],
  ['2026-11-21T12:05:00Z', 'em 5 minutos'],
])('%s is %s', (at, text) => {
  expect(relativeText(new Date(at), now)).toBe(text)
})

import { expect, it } from 'vitest'
import { walkFirstDay } from '../firstDay/walk.ts'

it(
  'the first day of production is as docs/first-day.md says, and publishes nothing invented',
  { tags: 'deep', timeout: 180_000 },
  async () => {
    const { published } = await walkFirstDay(async () => {})
    expect(published).toContain('Garagem da Ana')
    expect(published).toContain('0800 123 4567')
    const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo', day: 'numeric' })
    expect(published).toContain(`Última revisão: ${today} de`)
    expect(published).not.toMatch(/guiche\.example|Desenvolvido por|2021|undefined|null/)
  },
)

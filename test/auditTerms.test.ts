import { describe, expect, it } from 'vitest'
import { trails } from '#app/server/modules.ts'
import type { AuditSubject } from '#kit/auditTerms.ts'
import { describeChanges } from '#staff/auditChanges.ts'
import { actionText, actorText } from '#staff/auditTerms.ts'
import { sourcesIn } from './tidy/sources.ts'

describe('the text of an audit row', () => {
  it.each<[AuditSubject, unknown, unknown, [string, string | null, string | null][]]>([
    ['lot', { name: 'A', total_normal: 1800 }, { name: 'B', total_normal: 1800 }, [['Nome', 'A', 'B']]],
    ['account', { level: 100 }, { level: 10 }, [['Nível', 'Cliente', 'Supervisor']]],
    ['payment', { state: 'created' }, { state: 'captured' }, [['Situação', 'Transação aberta', 'Paga']]],
    ['ticket', null, { amount_cents: 123456 }, [['Valor', null, 'R$\u00a01.234,56']]],
    ['device', { lots: ['A'] }, { lots: ['A', 'B'] }, [['Estacionamentos', 'A', 'A, B']]],
    [
      'setting',
      { creditAuthentication: 'off' },
      { creditAuthentication: 'data_only' },
      [['Autenticação do crédito', 'Não pedir', 'Só informar o banco']],
    ],
    ['tariff', { step: { minutes: 60 } }, { step: { minutes: 30 } }, [['Fração seguinte (min)', '60', '30']]],
    ['tariff', { cap: null }, { cap: { value_cents: 4500 } }, [['Limite por 24 h', null, 'R$\u00a045,00']]],
    ['setting', { reserveEnabled: true }, { reserveEnabled: false }, [['Reservas', 'Sim', 'Não']]],
    ['payment', { payment_type: 1 }, { payment_type: 2 }, [['Forma de pagamento', 'Crédito', 'Débito']]],
    ['ticket', null, { method: 'card' }, [['Meio', null, 'Cartão']]],
    ['ticket', null, { method: 'vale' }, [['Meio', null, 'vale']]],
    ['ticket', null, { exited_at: '2026-03-10T15:00:00.000Z' }, [['Saída', null, '10/03/2026 12:00']]],
    ['setting', { somethingNew: '' }, { somethingNew: 'x' }, [['somethingNew', null, 'x']]],
    ['lot', null, null, []],
  ])('%s: %j -> %j', (subject, before, after, expected) => {
    const changes = expected.map(([field, was, is]) => ({ field, before: was, after: is }))
    expect(describeChanges(trails[subject], { before, after }, 'America/Sao_Paulo')).toEqual(changes)
  })

  it('has a text for every action that the code writes', () => {
    const written = sourcesIn('src')
      .filter(
        ({ path }) => /\/server\//.test(path) && !path.includes('/retention/') && !path.endsWith('.test.ts'),
      )
      .flatMap(({ code }) =>
        [...code.join('\n').matchAll(/\baction: '(\w+)'/g)].map(([, action = '']) => action),
      )
    const unnamed = (action: string) =>
      Object.values(trails).every((trail) => actionText(trail, action) === action)
    expect(written.filter(unnamed)).toEqual([])
    expect(new Set(written).size).toBeGreaterThan(20)
  })

  it('has a text for every actor without a name', () => {
    const actorPattern = /(?:\bactor: |\baskAcquirer\([^()]*, |\bsettle\([^()]*, )'([a-z ]+)'/g
    const acting = sourcesIn('src')
      .filter(({ path }) => /\/server\//.test(path) && !path.includes('/retention/'))
      .flatMap(({ code }) => [...code.join('\n').matchAll(actorPattern)].map(([, actor = '']) => actor))
    expect([...new Set(acting)].filter((actor) => actorText(actor) === actor)).toEqual([])
    expect(acting).toContain('webhook')
  })

  it('shows values that have no text of their own', () => {
    expect(actionText(trails.lot, 'moved')).toBe('moved')
    expect(actionText(trails.device, 'key_changed')).toBe('Chave trocada')
  })
})

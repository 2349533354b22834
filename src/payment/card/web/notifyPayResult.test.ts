import { expect, it } from 'vitest'
import { payResultText } from './notifyPayResult.ts'

const refused = { ok: false, authUrl: null, reason: 'Cartão sem limite.', state: 'created' } as const
const say = (brought: Parameters<typeof payResultText>[0]) => payResultText(brought, '0001234567890')

it('shows the outcome to a customer who left the screen, and no unknown outcome', () => {
  expect(say({ ...refused, ok: true, state: 'captured' })).toBe(
    'O pagamento do ticket 0001 2345 67890 foi recebido com sucesso!',
  )
  expect(say(refused)).toBe('O pagamento do ticket 0001 2345 67890 não foi concluído. Cartão sem limite.')
  expect(say({ ...refused, reason: null })).toBe('O pagamento do ticket 0001 2345 67890 não foi concluído.')
  for (const state of ['unanswered', 'unknown', 'authorising', 'capturing'] as const)
    expect(say({ ...refused, state })).toMatch(/^Estamos confirmando .* Não pague de novo\.$/)
  expect(say({ ...refused, authUrl: 'https://bank', reason: null, state: 'awaiting_cardholder' })).toMatch(
    /O banco quer que você confirme/,
  )
})

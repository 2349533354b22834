import { type ComponentProps, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { adjustmentText } from '#closing/web/backoffice/closingTexts.ts'
import { wireMoney } from '#kit/money.ts'
import { Ledger } from '#review/web/backoffice/transactionSections.tsx'
import { describeChanges } from '#staff/auditChanges.ts'
import { Timeline } from '#staff/web/backoffice/Timeline.tsx'
import { Breakdown } from '#ticket/web/TicketSituation.tsx'

const timeZone = 'America/Sao_Paulo'
const at = '2026-03-10T15:00:00-03:00'
const trail = { name: 'Fechamento', actions: {}, fields: { value_cents: 'Valor' } }

const amount = wireMoney(-1047)
const event = { at, text: 'Ajuste', who: null, reason: null, amount }
const line = { text: 'Convênio Livraria Sol (2 h)', ...amount }
const adjustment = { of_day: '2026-11-26', value: -10.47, reason: 'Troco errado', who: 'Bruno Teles' }

/** A failed refund has a negative amount, which adds it. */
const entity: ComponentProps<typeof Ledger>['entity'] = {
  time_zone: timeZone,
  kept: amount,
  ledger: [
    { kind: 'capture', amount: wireMoney(700), at },
    { kind: 'refund', amount: wireMoney(1947), at },
    { kind: 'refund', amount: wireMoney(-200), at },
  ],
}

function amountsIn(node: ReactNode): readonly string[] {
  return [...renderToStaticMarkup(node).matchAll(/>([^<]*\d,\d\d)</g)].map(([, text = '']) => text)
}

it.each([
  [
    'the movements of a sale and their sum',
    amountsIn(createElement(Ledger, { entity })),
    ['R$ 7,00', '-R$ 19,47', 'R$ 2,00', '-R$ 10,47'],
  ],
  ['a history', amountsIn(createElement(Timeline, { history: [event], timeZone })), ['-R$ 10,47']],
  [
    'the price of a ticket',
    amountsIn(createElement(Breakdown, { ticket: { breakdown: [line], value: 0 } })),
    ['-R$ 10,47', 'R$ 0,00'],
  ],
  ['an adjustment', [adjustmentText(adjustment)], ['26/11/2026: -R$ 10,47. Troco errado (Bruno Teles)']],
  [
    'the trail',
    describeChanges(trail, { before: {}, after: { value_cents: -1047 } }, timeZone).map(({ after }) => after),
    ['-R$ 10,47'],
  ],
])('an amount below zero has its minus before R$: %s', (_place, shown, expected) => {
  expect(shown.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual(expected)
})

import type { WireClosing } from '#closing/backoffice.ts'
import { sectionNames } from '#closing/sections.ts'

const money = { value: 12.5, valueHuman: '12,50' }
const line = { method: null, brand: null, acquirer: null, of_day: null, count: 1, ...money }
const ofCards = ['Visa', 'Master', 'Elo', 'Amex', 'Hipercard'].flatMap((brand) =>
  (['portal', 'refund'] as const).map((section) => ({
    ...line,
    section,
    method: 'credit',
    brand,
    acquirer: 'cielo',
  })),
)
/** Of lot 1, with a line of every section. */
export const wholeClosing: WireClosing = {
  id: 1,
  lot_id: 1,
  lot: 'Garagem Centro',
  number: 37,
  day: '2026-11-26',
  made_at: '2026-11-27T01:00:00-03:00',
  digest: 'f58ab033a8bb'.padEnd(64, '0'),
  has_till: true,
  previous_digest: '0'.repeat(64),
  time_zone: 'America/Sao_Paulo',
  operator: { name: 'Garagens São José Ltda', cnpj: '11222333000181' },
  totals: {
    gross: 500,
    refunded: 20,
    net: 480,
    machine: 12.5,
    till: 12.5,
    late: 12.5,
    adjusted: 12.5,
    total: 530,
    waived: 12.5,
    validated: 12.5,
    fee_estimate: 9.2,
    payments: 40,
  },
  lines: [...sectionNames.map((section) => ({ ...line, section })), ...ofCards],
  cars: { entered: 210, left: 200, inside: 10 },
  open: { unknown: 1, review: 2, value: 21 },
  upto: { ledger: 1, segment: 1, take: 0 },
  adjustments: [{ of_day: '2026-11-25', ...money, reason: 'Troco errado na máquina 2', who: 'Bruno Teles' }],
  mails: [{ to: 'contador@exemplo.com.br', at: '2026-11-27T06:00:00-03:00' }],
  can: { mail: true, adjust: true },
}

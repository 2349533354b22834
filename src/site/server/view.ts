import type { RetentionTables } from '#kit/server/retention/retention.ts'
import { copiesOf, untilErasure } from './copies.ts'
import type { Consent } from '#account/server/consents.ts'
import { isoIn } from '#kit/clock.ts'
import type { WireConsent } from '../contract.ts'

/** The operator's time zone, for data without a lot. */
export const zone = 'America/Sao_Paulo'

const titles: Readonly<Record<Consent['kind'], string>> = {
  terms: 'Termos de Uso e Política de Privacidade',
  saved_cards: 'Guardar cartões para futuros pagamentos',
}

export function wireConsent(consent: Consent): WireConsent {
  return {
    id: consent.id,
    kind: consent.kind,
    title: titles[consent.kind],
    terms_version: consent.terms_version,
    terms_hash: consent.terms_hash,
    at: isoIn(zone, consent.at),
    revoked_at: consent.revoked_at === null ? null : isoIn(zone, consent.revoked_at),
    revocable: consent.kind !== 'terms' && consent.revoked_at === null,
  }
}

/** Counted payments, then every copy that outlives the account. */
export function keptRecords(payments: number, keepings: RetentionTables) {
  const law =
    'Registros fiscais e contábeis dos pagamentos são guardados pelo prazo que a lei exige (LGPD, art. 16, I). ' +
    'Eles deixam de estar ligados a uma conta.'
  const rest = copiesOf(keepings).filter(({ kept }) => kept !== untilErasure)
  return [
    { title: 'Pagamentos e recibos', count: payments, reason: law },
    ...rest.map(({ where, what, kept }) => ({ title: where, count: null, reason: `${what}; ${kept}.` })),
  ]
}

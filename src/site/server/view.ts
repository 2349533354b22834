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

/** Records kept after erasure, with the law. */
export function keptRecords(payments: number) {
  return [
    {
      title: 'Pagamentos e recibos',
      count: payments,
      reason:
        'Registros fiscais e contábeis dos pagamentos, com nome, CPF, e-mail e endereço informados ao pagar, ' +
        'são guardados pelo prazo que a lei exige (LGPD, art. 16, I). Eles deixam de estar ligados a uma conta.',
    },
  ]
}

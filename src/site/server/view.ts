import type { RetentionTables, Personal } from '#kit/server/retention/retention.ts'
import type { Consent } from '#account/server/consents.ts'
import { isoIn } from '#kit/clock.ts'
import { registerZone } from '#staff/server/lists.ts'
import type { WireConsent, NamedCopy } from '../contract.ts'

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
    at: isoIn(registerZone, consent.at),
    revoked_at: consent.revoked_at === null ? null : isoIn(registerZone, consent.revoked_at),
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

const byLaw = 'pelo prazo que a lei exige para pagamentos; sem pagamento, por até 30 dias'

const untilErasure = 'até você excluir a conta'

const externalCopies: readonly NamedCopy[] = [
  {
    where: 'Registro de auditoria',
    what: 'o número da sua conta e dos seus pagamentos, sem o seu nome, e motivos escritos pela equipe',
    kept: 'pelo prazo que a lei exige para pagamentos',
  },
  {
    where: 'Adquirente (operadora do pagamento com cartão)',
    what: 'nome, CPF, e-mail, telefone e endereço informados ao pagar, e os dados do cartão',
    kept: 'pelo prazo dela, como controladora',
  },
  {
    where: 'Servidor de e-mail',
    what: 'recibos e avisos enviados a você',
    kept: 'pelo prazo do serviço de e-mail',
  },
  {
    where: 'Cópias de segurança do banco de dados',
    what: 'tudo o que está nesta lista',
    kept: 'até a cópia ser substituída',
  },
]

/** From the tables' own declarations. */
export function copiesOf(keepings: RetentionTables): NamedCopy[] {
  const own = Object.values(keepings).flatMap(({ title, texts }) => {
    const personal = Object.values(texts).filter((said): said is Personal => said !== 'plain')
    const groups = Map.groupBy(personal, ({ goes }) => keptText(goes))
    return [...groups].map(([kept, columns]) => ({
      where: title ?? '',
      what: [...new Set(columns.map(({ says }) => says))].join(', '),
      kept,
    }))
  })
  return [...own, ...externalCopies]
}

function keptText(goes: Personal['goes']): string {
  if (goes === 'account') return untilErasure
  return goes === 'law' ? byLaw : `por até ${goes.days} dias`
}

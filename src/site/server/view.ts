import type { RetentionTables, PersonalData } from '#kit/server/retention/retention.ts'
import type { Consent } from '#account/server/consents.ts'
import { isoIn } from '#kit/clock.ts'
import type { WireConsent, DataCopy } from '../contract.ts'

const consentTitles: Readonly<Record<Consent['kind'], string>> = {
  terms: 'Termos de Uso e Política de Privacidade',
  saved_cards: 'Guardar cartões para futuros pagamentos',
}

export function wireConsent(consent: Consent, timeZone: string): WireConsent {
  return {
    id: consent.id,
    kind: consent.kind,
    title: consentTitles[consent.kind],
    terms_version: consent.terms_version,
    terms_hash: consent.terms_hash,
    at: isoIn(timeZone, consent.at),
    revoked_at: consent.revoked_at === null ? null : isoIn(timeZone, consent.revoked_at),
    revocable: consent.kind !== 'terms' && consent.revoked_at === null,
  }
}

export function listKeptRecords(payments: number, retentionTables: RetentionTables) {
  const law =
    'Registros fiscais e contábeis dos pagamentos são guardados pelo prazo que a lei exige (LGPD, art. 16, I). ' +
    'Eles deixam de estar ligados a uma conta.'
  const rest = listDataCopies(retentionTables).filter(({ kept }) => kept !== untilErasureText)
  return [
    { title: 'Pagamentos e recibos', count: payments, reason: law },
    ...rest.map(({ where, what, kept }) => ({ title: where, count: null, reason: `${what}; ${kept}.` })),
  ]
}

const untilLawAllowsText = 'pelo prazo que a lei exige para pagamentos; sem pagamento, por até 30 dias'

const untilErasureText = 'até você excluir a conta'

const externalCopies: readonly DataCopy[] = [
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

export function listDataCopies(retentionTables: RetentionTables): DataCopy[] {
  const own = Object.values(retentionTables).flatMap(({ title, texts }) => {
    const personal = Object.values(texts).filter((said): said is PersonalData => said !== 'plain')
    const groups = Map.groupBy(personal, ({ erasedWith }) => retentionText(erasedWith))
    return [...groups].map(([kept, columns]) => ({
      where: title ?? '',
      what: [...new Set(columns.map(({ description }) => description))].join(', '),
      kept,
    }))
  })
  return [...own, ...externalCopies]
}

function retentionText(goes: PersonalData['erasedWith']): string {
  if (goes === 'account') return untilErasureText
  return goes === 'law' ? untilLawAllowsText : `por até ${goes.days} dias`
}

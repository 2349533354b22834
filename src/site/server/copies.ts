import type { RetentionTables, Personal } from '#kit/server/retention/retention.ts'
import type { NamedCopy } from '../contract.ts'

const byLaw = 'pelo prazo que a lei exige para pagamentos; sem pagamento, por até 30 dias'

export const untilErasure = 'até você excluir a conta'

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

import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import type { BackOfficeTransaction } from '../../backoffice.ts'
import { cases } from '#payment/cases.ts'

type Notice = {
  readonly tone: 'warn' | 'sign' | 'stop'
  readonly title: string
  readonly text: string
  readonly working?: true
}

export type NoticeFacts = Pick<
  BackOfficeTransaction,
  'differs' | 'state' | 'amount' | 'kept' | 'refunds' | 'refund_terms' | 'time_zone'
> & { readonly can: Pick<BackOfficeTransaction['can'], 'decide_refund'> }

/** The first text that applies; null when all is well. */
export function noticeOf(entity: NoticeFacts): Notice | null {
  const { state, refund_terms: terms, time_zone } = entity
  if (entity.differs)
    return {
      tone: 'warn',
      title: 'A adquirente cobrou outro valor',
      text: `Pedimos R$ ${entity.amount.valueHuman} e ela cobrou R$ ${entity.kept.valueHuman}. Decida se o valor fica ou volta ao cliente.`,
    }
  if (state === 'unknown' || state === 'review')
    return {
      tone: 'warn',
      title: 'A adquirente não deu uma resposta clara',
      text: 'Pergunte de novo à empresa que processa os pagamentos. O que ela responder é registrado e vale mais do que qualquer decisão.',
    }
  if (state === 'refunding') return refundingNotice(entity)
  if (terms?.over)
    return {
      tone: 'sign',
      title: 'O prazo para devolver acabou',
      text: `A adquirente só devolvia esta venda até ${dateTimeText(terms.until, time_zone)}. Resolva com o cliente por outro meio.`,
    }
  return refusedRefundNotice(entity)
}

function refundingNotice({ refunds, time_zone, can }: NoticeFacts): Notice {
  if (refunds.some(({ in_doubt }) => in_doubt))
    return {
      tone: 'warn',
      title: `${cases.late_refund.text}: R$\u00a0${amountInDoubt({ refunds })}`,
      text: `A resposta da adquirente se perdeu: ninguém sabe se o valor voltou ao cliente. O portal não pede de novo sozinho. ${can.decide_refund ? 'Procure a venda no site da adquirente e diga abaixo se a devolução chegou.' : 'Um gerente procura a venda no site da adquirente e diz se a devolução chegou.'}`,
    }
  const putOff = refunds.find(({ put_off_until: until }) => until !== null)?.put_off_until
  if (!putOff)
    return {
      tone: 'sign',
      title: 'Devolução em andamento',
      text: 'A adquirente ainda não confirmou. Não é preciso pedir outra vez.',
      working: true,
    }
  return {
    tone: 'sign',
    title: `Será devolvido em ${dateTimeText(putOff, time_zone)}`,
    text: 'A adquirente não faz esta devolução no dia da venda. Não é preciso pedir outra vez.',
  }
}

export function amountInDoubt({ refunds }: Pick<BackOfficeTransaction, 'refunds'>): string {
  return refunds.find(({ state }) => state === 'asked')?.amount.valueHuman ?? ''
}

function refusedRefundNotice({ refunds }: NoticeFacts): Notice | null {
  const last = refunds[refunds.length - 1]
  if (last?.state !== 'refused') return null
  if (last.unarrived) return { tone: 'stop', title: 'A última devolução não chegou', text: last.why ?? '' }
  const code = codeText(last.return_code)
  return {
    tone: 'stop',
    title: 'A última devolução foi recusada',
    text: [last.why, 'Nada foi devolvido por ela.', code].filter(Boolean).join(' '),
  }
}

function codeText(code: string | null): string | null {
  return code === null || ['ledger', 'denied', 'unseen'].includes(code) ? null : `Código ${code}.`
}

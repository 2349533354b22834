import { decimalReais, parseReais } from '#kit/money.ts'
import { buildBrCode } from '#acquirer/brCode.ts'
import type { Charge, Devolucao, PixPayment } from '../ledger/records.ts'

/** '12.50' -> 1250; null for anything else. */
export function readReais(text: string): number | null {
  return /^\d{1,9}\.\d{2}$/.test(text) ? parseReais(text) : null
}

export function cobBody(charge: Charge): object {
  const { txid, amount, location } = charge
  return {
    calendario: { criacao: charge.createdAt, expiracao: charge.expiryS },
    txid,
    revisao: charge.revision,
    loc: { id: 1, location, tipoCob: 'cob', criacao: charge.createdAt },
    location,
    status: charge.status,
    valor: { original: decimalReais(amount) },
    chave: charge.key,
    pixCopiaECola: buildBrCode({ location, amountCents: amount }),
    ...(charge.paid.length === 0 ? {} : { pix: charge.paid.map((paid) => pixBody(charge, paid)) }),
  }
}

export function pixBody({ txid, key }: Charge, { e2eid, amount, at, given }: PixPayment): object {
  return {
    endToEndId: e2eid,
    txid,
    valor: decimalReais(amount),
    chave: key,
    horario: at,
    ...(given.length === 0 ? {} : { devolucoes: given.map(devolucaoBody) }),
  }
}

export function devolucaoBody({ id, rtrId, amount, status, at }: Devolucao): object {
  return {
    id,
    rtrId,
    valor: decimalReais(amount),
    horario: { solicitacao: at, ...(status === 'DEVOLVIDO' ? { liquidacao: at } : {}) },
    status,
    ...(status === 'NAO_REALIZADO' ? { motivo: 'Saldo insuficiente.' } : {}),
  }
}

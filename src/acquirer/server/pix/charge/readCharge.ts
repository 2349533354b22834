import { refusedAsEnded, refused, unknownOutcome } from '../../outcomes.ts'
import { noCardFields } from '../../pixSales.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import type { Approval, FindOutcome } from '../../../acquirer.ts'
import { usableBrCode } from '../../../brCode.ts'
import type { PixSettings } from '../bank/banks.ts'
import type { Charge, PixPayment, Devolucao } from './wire.ts'

const expiryGraceMs = minuteMs

/**
 * Payments decide before the status. The expiry starts at `askedAt`: some banks write `criacao` in local time
 * as UTC.
 */
export function readCharge(
  settings: Pick<PixSettings, 'clock' | 'expiryS'>,
  charge: Charge,
  askedAt?: Date,
): FindOutcome {
  const { txid: reference, status, calendario } = charge
  if (paymentsOf(charge).length > 0) return approval(charge)
  if (/^REMOVID[AO]_/.test(status)) return refusedAsEnded(reference, status)
  if (status !== 'ATIVA') return unknownOutcome(reference, `${status.slice(0, 40)} without a payment`)
  const begin = askedAt ?? calendario?.criacao ?? settings.clock.now()
  const until = addMs(begin, (calendario?.expiracao ?? settings.expiryS) * 1000)
  if (settings.clock.now() > addMs(until, expiryGraceMs)) return refusedAsEnded(reference, 'EXPIRADA')
  const text = brCodeOf(charge)
  if (text === null) return refused(reference, 'code', 'instrument')
  return { outcome: 'pending', reference, nextAction: { type: 'qr', text }, expiresAt: until }
}

export function paymentsOf({ pix }: Charge): PixPayment[] {
  return pix.toSorted((a, b) => (a.horario?.getTime() ?? 0) - (b.horario?.getTime() ?? 0))
}

export function approval(charge: Charge): Approval {
  const payments = paymentsOf(charge)
  const back = payments.flatMap(({ devolucoes }) => devolucoes)
  return {
    outcome: 'approved',
    reference: charge.txid,
    amountCents: charge.valor.original,
    capturedCents: sumCents(payments),
    voidedCents: sumCents(back.filter(({ status }) => status === 'DEVOLVIDO')),
    ...noCardFields,
    endToEndId: payments.find(({ endToEndId }) => endToEndId)?.endToEndId ?? null,
    returnCode: null,
    events: back.filter(isDisputed).map(({ id, valor, natureza }) => ({
      kind: 'chargeback',
      number: id ?? '',
      amountCents: valor,
      text: natureza ?? null,
    })),
  }
}

function isDisputed({ natureza, status }: Devolucao): boolean {
  return (natureza?.startsWith('MED_') ?? false) && status !== 'NAO_REALIZADO'
}

export function sumCents(parts: readonly { readonly valor: number }[]): number {
  return parts.reduce((total, { valor }) => total + valor, 0)
}

/** Null where neither code is valid. */
function brCodeOf({ pixCopiaECola, location, loc, valor }: Charge): string | null {
  const address = (location ?? loc?.location)?.replace(/^https?:\/\//, '')
  return usableBrCode(pixCopiaECola, { amountCents: valor.original, location: address })
}

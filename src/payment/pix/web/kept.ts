import * as z from 'zod/mini'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { transaction } from '../../contract.ts'
import type { WireTransaction } from '../../contract.ts'

/** An open code as this tab last saw it: it is paid in another app, with or without a signal here. */
export type KeptPix = { payment: WireTransaction; image: string }

const name = 'pix'

/** Keeps the code and its picture beside what was typed, to be read after a reload without a signal. */
export function keepPix({ payment, image }: KeptPix): void {
  writeDraft(name, { payment: JSON.stringify(payment), image })
}

/** The kept code of this payment; null when there is none. A damaged one is none. */
export function keptPix(token: string): KeptPix | null {
  const { payment, image } = readDraft(name)
  if (typeof payment !== 'string' || typeof image !== 'string') return null
  try {
    const { data } = z.safeParse(transaction, JSON.parse(payment))
    return data?.ws_token === token && data.pix !== null ? { payment: data, image } : null
  } catch {
    return null
  }
}

/** Nothing is to be paid with it any more. */
export function forgetPix(): void {
  writeDraft(name, {})
}

import * as z from 'zod/mini'
import { transaction } from '../../contract.ts'
import type { WireTransaction } from '../../contract.ts'

/** An open code as this tab last saw it: it is paid in another app, with or without a signal here. */
export type KeptPix = { payment: WireTransaction; image: string }

const shape = z.object({ payment: transaction, image: z.string() })
const key = 'guiche.pix'

/** Keeps the code and its picture, to be read after a reload without a signal. A forbidden storage disturbs nobody. */
export function keepPix(kept: KeptPix): void {
  write(JSON.stringify(kept))
}

/** The kept code of this payment; null when there is none, or its time is over. */
export function keptPix(token: string): KeptPix | null {
  try {
    const { data } = z.safeParse(shape, JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return data?.payment.ws_token === token && data.payment.pix !== null ? data : null
  } catch {
    return null
  }
}

/** Nothing is to be paid with it any more. */
export function forgetPix(): void {
  write(null)
}

function write(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    return
  }
}

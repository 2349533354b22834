import * as z from 'zod/mini'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { transaction, type WireTransaction } from '../../contract.ts'

type KeptPix = { payment: WireTransaction; image: string }

const name = 'pix'

export function keepPix({ payment, image }: KeptPix): void {
  writeDraft(name, { payment: JSON.stringify(payment), image })
}

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

export function forgetPix(): void {
  writeDraft(name, {})
}

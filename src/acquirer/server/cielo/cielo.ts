import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Acquirer } from '../../acquirer.ts'
import { authorise } from './authorise.ts'
import { capture, refund, voidSale } from './change.ts'
import type { CieloSettings } from './client.ts'
import { find, findByReference } from './find.ts'

const notification = z.looseObject({ PaymentId: z.string().check(z.maxLength(64)) })

/** Cielo API E-commerce 3.0 behind the acquirer port. */
export function cieloAcquirer(settings: CieloSettings): Acquirer {
  return {
    name: 'cielo',
    authorise: (request) => authorise(settings, request),
    capture: (reference, amountCents) => capture(settings, reference, amountCents),
    void: (reference) => voidSale(settings, reference),
    refund: (reference, amountCents) => refund(settings, reference, amountCents),
    find: (orderKey) => find(settings, orderKey),
    findByReference: (reference) => findByReference(settings, reference),
    readNotification: (headers, body) => {
      const expected = settings.notificationHeader
      if (expected && !sameText(headers[expected.name.toLowerCase()] ?? '', expected.value)) return null
      const parsed = notification.safeParse(body)
      return parsed.success ? { reference: parsed.data.PaymentId } : null
    },
  }
}

/** In a time that does not depend on where the texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

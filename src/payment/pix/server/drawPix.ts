import { type CodeImage, drawText } from '#kit/server/http/codeImage.ts'
import { fail } from '#kit/fail.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { lastAttempt } from '../../server/attempt/attempts.ts'
import { openCode } from '../../server/settle/shown.ts'
import { type Bearer, paymentOfBearer } from '../../server/flow/bearer.ts'

/** The code of an open Pix as a picture. Throws `not_found`, and `pix_over` while or when there is none to pay. */
export async function drawPix(
  deps: Pick<PaymentDeps, 'db'>,
  by: Bearer,
  type: CodeImage['type'],
): Promise<CodeImage> {
  const payment = await paymentOfBearer(deps.db, by)
  const code = openCode(payment, await lastAttempt(deps.db, payment.id))
  if (code === null) throw fail('pix_over')
  return drawText(code, type)
}

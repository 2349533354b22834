import type { FastifyInstance } from 'fastify'
import { acceptedImageType, type QrCodeImage, drawQrCode } from '#kit/server/http/qrCodeImage.ts'
import { type Guard, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { pixQr } from '../contract.ts'
import { fail } from '#kit/fail.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { findLastAttempt } from '../../server/attempt/attempts.ts'
import { openCode } from '../../server/settle/shownToPayer.ts'
import { type Bearer, getPaymentOfBearer } from '../../server/bearer.ts'

export function pixRoutes(app: FastifyInstance, deps: PaymentDeps, portal: Guard<PortalCaller>): void {
  const drawing: Guard<PortalCaller & { accept: string }> = async (request, reply, endpoint) => ({
    ...(await portal(request, reply, endpoint)),
    accept: request.headers.accept ?? '',
  })
  mountFile(app, pixQr, drawing, async ({ params: { token } }, { session, accept }) => {
    const { type, image } = await drawPix(deps, { token, userId: session.userId }, acceptedImageType(accept))
    return { type, content: image }
  })
}

async function drawPix(deps: PaymentDeps, by: Bearer, type: QrCodeImage['type']): Promise<QrCodeImage> {
  const payment = await getPaymentOfBearer(deps.db, by)
  const code = openCode(payment, await findLastAttempt(deps.db, payment.id))
  if (code === null) throw fail('pix_over')
  return drawQrCode(code, type)
}

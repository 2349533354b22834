import type { FastifyInstance } from 'fastify'
import { imageType } from '#kit/server/http/codeImage.ts'
import { type Guard, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { pixQr } from '../contract.ts'
import { drawPix } from './drawPix.ts'

/** The QR code of an open Pix. */
export function pixRoutes(app: FastifyInstance, deps: PaymentDeps, portal: Guard<PortalCaller>): void {
  const drawing: Guard<PortalCaller & { wanted: string }> = async (request, reply, endpoint) => ({
    ...(await portal(request, reply, endpoint)),
    wanted: request.headers.accept ?? '',
  })
  mountFile(app, pixQr, drawing, async ({ params: { token } }, { session, wanted }) => {
    const { type, image } = await drawPix(deps, { token, userId: session.userId }, imageType(wanted))
    return { type, content: image }
  })
}

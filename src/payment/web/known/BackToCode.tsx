import { RouteLink } from '#kit/web/route/RouteLink.tsx'

/** An open Pix code stays good until another method is chosen. */
export function BackToCode({ token }: { token: string }) {
  return (
    <RouteLink to="payment.pix" params={{ token }} look="primary" icon="pix">
      VOLTAR AO CÓDIGO PIX
    </RouteLink>
  )
}

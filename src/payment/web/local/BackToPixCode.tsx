import { RouteLink } from '#kit/web/route/RouteLink.tsx'

/** An open Pix code stays good until another method is chosen. */
export function BackToPixCode({ token }: { token: string }) {
  return (
    <RouteLink to="payment.pix" params={{ token }} variant="primary" icon="pix">
      VOLTAR AO CÓDIGO PIX
    </RouteLink>
  )
}

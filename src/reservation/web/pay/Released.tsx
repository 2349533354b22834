import { Actions } from '#kit/web/page/Page.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'

/** Nobody paid in time: the space is somebody else's, nothing was charged. */
export function Released() {
  return (
    <>
      <Situation tone="warn" title="Esta reserva não foi paga a tempo" takesFocus>
        <p>A vaga foi liberada e nada foi cobrado. Você pode reservar de novo, se ainda houver vagas.</p>
      </Situation>
      <Actions>
        <RouteLink to="reserve.add" look="primary" icon="reserve">
          FAZER NOVA RESERVA
        </RouteLink>
        <RouteLink to="user.menu" look="quiet">
          Voltar ao menu
        </RouteLink>
      </Actions>
    </>
  )
}

import { Actions } from '#kit/web/page/Page.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useSession } from '#session/web/session.ts'

/** Not paid in time: the space is released, nothing was charged. */
export function Released() {
  const offered = useSession()?.configs.reserve.value !== 0
  return (
    <>
      <Situation tone="warn" title="Esta reserva não foi paga a tempo" takesFocus>
        <p>
          A vaga foi liberada e nada foi cobrado.
          {offered && ' Você pode reservar de novo, se ainda houver vagas.'}
        </p>
      </Situation>
      <Actions>
        {offered && (
          <RouteLink to="reserve.add" look="primary" icon="reserve">
            FAZER NOVA RESERVA
          </RouteLink>
        )}
        <RouteLink to="user.menu" look={offered ? 'quiet' : 'primary'}>
          Voltar ao menu
        </RouteLink>
      </Actions>
    </>
  )
}

import { useCallback, useState } from 'react'
import { groupCode } from '#checkout/groupCode.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { readTransaction, type WireTransaction } from '#payment/contract.ts'
// Without it the answer is not understood.
import '#reservation/shown.ts'
import { readContest, type WireContest } from '../contract.ts'
import css from './Contest.module.css'
import { ContestForm } from './ContestForm.tsx'
import { ContestStanding } from './ContestStanding.tsx'

export default function ContestPage() {
  const token = useRoute().params['token'] ?? ''
  const { view, reload } = useLoad(useCallback((signal: AbortSignal) => load(token, signal), [token]))
  const isForeign = view.state === 'ready' && view.value === null
  const isAbsent = isForeign || (view.state === 'failed' && [404, 422].includes(view.failure.status))
  return (
    <Page title="Contestar pagamento" onBackClick={() => go('payment.done', { params: { token } })}>
      {view.state === 'loading' && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {isAbsent && <Absent />}
      {view.state === 'failed' && !isAbsent && (
        <LoadFailed title="Não foi possível carregar o pagamento" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && view.value && <Contest key={token} {...view.value} reload={reload} />}
    </Page>
  )
}

async function load(token: string, signal: AbortSignal) {
  const { data: contest } = await call(readContest, { params: { token }, signal })
  const { data: payment } = await call(readTransaction, { params: { token }, signal })
  return payment.mine === false ? null : { contest, payment }
}

type Props = { contest: WireContest | null; payment: WireTransaction; reload: () => void }

function Contest({ contest, payment, reload }: Props) {
  const [anew, setAnew] = useState(false)
  if (contest === null || anew)
    return (
      <>
        <p className={css.words}>
          <span>{`Ticket ${groupCode(payment.ticket_code)},`}</span>{' '}
          <strong translate="no">{`R$ ${payment.valueHuman}`}</strong>
        </p>
        <ContestForm
          payment={payment}
          onSent={() => {
            setAnew(false)
            reload()
          }}
        />
      </>
    )
  const isOver = contest.state === 'done' || contest.state === 'withdrawn'
  return (
    <>
      <ContestStanding contest={contest} payment={payment} reload={reload} />
      {isOver && (
        <Button look="quiet" onClick={() => setAnew(true)}>
          Contestar de novo
        </Button>
      )}
    </>
  )
}

function Absent() {
  const { name, params, query } = useRoute()
  return (
    <>
      <Situation tone="warn" title="Pagamento não encontrado" takesFocus>
        <p>Se ele foi feito com a sua conta, entre nela. Se não, confira o endereço.</p>
      </Situation>
      <Actions>
        <RouteLink to="login" query={{ to: JSON.stringify({ name, params, query }) }} look="primary">
          ENTRAR
        </RouteLink>
      </Actions>
    </>
  )
}

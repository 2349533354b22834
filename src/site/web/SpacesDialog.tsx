import { Live } from '#kit/web/notice/Live.tsx'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '#kit/endpoint.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { whenText } from '#kit/web/time/instants.ts'
import { parkingStats } from '#parking/contract.ts'
import css from './Site.module.css'
import spacesCss from './Spaces.module.css'

type Lot = ReplyOf<typeof parkingStats>['data'][number]
type View = { state: 'loading' } | { state: 'ready'; lots: readonly Lot[] } | { state: 'failed'; why: string }

export default function SpacesDialog({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<View>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setView({ state: 'loading' })
    call(parkingStats, { signal: stop.signal })
      .then(({ data }) => setView({ state: 'ready', lots: data }))
      .catch((failure: unknown) => {
        if (!stop.signal.aborted)
          setView({ state: 'failed', why: failure instanceof CallFailure ? failure.message : '' })
      })
    return () => stop.abort()
  }, [attempt])
  return (
    <Dialog title="Vagas livres" shape="sheet" onClose={onClose}>
      {view.state === 'loading' && <Skeleton lines={6} label="Buscando vagas..." />}
      {view.state === 'failed' && (
        <div className={css.text}>
          <Live role="alert">
            <strong>Não foi possível buscar informações referente às vagas de estacionamento.</strong>
          </Live>
          <p className={css.soft}>{view.why}</p>
          <Button look="plain" onClick={() => setAttempt(attempt + 1)}>
            Tentar novamente
          </Button>
        </div>
      )}
      {view.state === 'ready' && <Lots lots={view.lots} />}
    </Dialog>
  )
}

function Lots({ lots }: { lots: readonly Lot[] }) {
  if (lots.length === 0) return <p>Nenhum estacionamento cadastrado.</p>
  return (
    <ul className={spacesCss.lots}>
      {lots.map((lot) => (
        <li key={lot.id} className={spacesCss.lot}>
          <div className={spacesCss.lotHead}>
            <h3>{lot.name}</h3>
            <p className={`${spacesCss.free} ${lot.free_total === 0 ? spacesCss.none : ''}`}>
              {`${lot.free_total} de ${lot.total} livres`}
            </p>
          </div>
          <Facts facts={kindsOf(lot)} />
          {lot.updated_at !== null && (
            <p className={css.soft}>{`Atualizado ${whenText(lot.updated_at, lot.time_zone)}`}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** docs/spec.md#fields; 60+ only if the lot has it. */
function kindsOf({ total_elderly, free_elderly = 0, ...lot }: Lot) {
  const elderly =
    total_elderly === undefined ? [] : [['60 anos ou mais', free_elderly, total_elderly] as const]
  const kinds = [
    ['Comuns', lot.free_normal, lot.total_normal],
    ['Gestantes', lot.free_pregnant, lot.total_pregnant],
    ['Pessoas com deficiência', lot.free_disabilities, lot.total_disabilities],
    ...elderly,
    ['Reservas', lot.free_reserves, lot.total_reserves],
  ] as const
  return kinds.map(([label, free, total]) => ({ label, value: `${free} de ${total}` }))
}

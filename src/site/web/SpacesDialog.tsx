import type { ReplyOf } from '#kit/endpoint.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { whenText } from '#kit/web/time/instantTexts.ts'
import { parkingStats } from '#parking/contract.ts'
import spacesCss from './Spaces.module.css'

type Lot = ReplyOf<typeof parkingStats>['data'][number]

export default function SpacesDialog({ onClose }: { onClose: () => void }) {
  const spaces = useCall(parkingStats)
  return (
    <Dialog title="Vagas livres" shape="sheet" onClose={onClose}>
      <LoadView
        load={spaces}
        failed="Não foi possível buscar informações referente às vagas de estacionamento."
        label="Buscando vagas..."
        lines={6}
      >
        {({ data }) => <LotList lots={data} />}
      </LoadView>
    </Dialog>
  )
}

function LotList({ lots }: { lots: readonly Lot[] }) {
  if (lots.length === 0) return <p>Nenhum estacionamento cadastrado.</p>
  return (
    <ul className="stack">
      {lots.map((lot) => (
        <li key={lot.id} className={spacesCss.lot}>
          <div className={spacesCss.lotHead}>
            <h3>{lot.name}</h3>
            <p className={`${spacesCss.free} ${lot.free_total === 0 ? spacesCss.none : ''}`}>
              {`${lot.free_total} de ${lot.total} livres`}
            </p>
          </div>
          <Facts facts={spaceFacts(lot)} />
          {lot.updated_at !== null && (
            <p className="soft">{`Atualizado ${whenText(lot.updated_at, lot.time_zone)}`}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A lot without spaces for people of 60 does not list them (docs/spec.md#fields). */
function spaceFacts({ total_elderly, free_elderly = 0, ...lot }: Lot) {
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

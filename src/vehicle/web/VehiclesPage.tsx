import { useCall } from '#kit/web/call/useCall.ts'
import { Item } from '#kit/web/list/Item.tsx'
import { Empty, Items } from '#kit/web/list/List.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { listVehicles, type WireVehicle } from '../contract.ts'
import { plateText } from '../plateText.ts'
import { removeVehicle } from './removeVehicle.ts'
import { VehicleForm } from './VehicleForm.tsx'

const back = () => go('user.editmenu')
const doneMs = 3_000

/** At most ten vehicles. */
export default function VehiclesPage() {
  const { view, reload } = useCall(listVehicles, { query: {} })
  const added = (vehicle: WireVehicle) => {
    notify(`${vehicle.name} está na lista.`, 'success', doneMs)
    reload()
  }
  const remove = (vehicle: WireVehicle) => void removeVehicle(vehicle).then((gone) => gone && reload())
  return (
    <Page title="Meus veículos" onBackClick={back}>
      {view.state === 'loading' && <Skeleton lines={4} label="Buscando seus veículos..." />}
      {view.state === 'failed' && (
        <LoadFailed title="Não foi possível carregar seus veículos" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && view.value.data.length === 0 && (
        <Empty icon="car" title="Nenhum veículo cadastrado">
          <p>A câmera da entrada reconhece a placa dos veículos que você adicionar.</p>
        </Empty>
      )}
      {view.state === 'ready' && view.value.data.length > 0 && (
        <Items label="Veículos" busy={view.refreshing}>
          {view.value.data.map((vehicle) => (
            <Item
              key={vehicle.id}
              icon="car"
              title={vehicle.name}
              note={plateText(vehicle.license_plate)}
              name={vehicle.name}
              removeTitle="Excluir veículo"
              onRemove={() => remove(vehicle)}
            />
          ))}
        </Items>
      )}
      {view.state === 'ready' && <VehicleForm onAdded={added} />}
    </Page>
  )
}

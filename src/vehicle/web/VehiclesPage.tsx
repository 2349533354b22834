import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { Item } from '#kit/web/list/Item.tsx'
import { EmptyState, ItemList } from '#kit/web/list/List.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { listVehicles, type WireVehicle } from '../contract.ts'
import { formatPlate } from '../formatPlate.ts'
import { removeVehicle } from './removeVehicle.ts'
import { VehicleForm } from './VehicleForm.tsx'

const back = () => go('user.editmenu')
const doneMs = 3_000

export default function VehiclesPage() {
  const vehicles = useCall(listVehicles, { query: {} })
  const { reload } = vehicles
  const added = (vehicle: WireVehicle) => {
    notify(`${vehicle.name} está na lista.`, 'success', doneMs)
    reload()
  }
  const remove = (vehicle: WireVehicle) => void removeVehicle(vehicle).then((gone) => gone && reload())
  return (
    <Page title="Meus veículos" onBackClick={back}>
      <LoadView
        load={vehicles}
        failed="Não foi possível carregar seus veículos"
        label="Buscando seus veículos..."
        lines={4}
      >
        {({ data }, refreshing) => (
          <>
            {data.length === 0 ? (
              <EmptyState icon="car" title="Nenhum veículo cadastrado">
                <p>A câmera da entrada reconhece a placa dos veículos que você adicionar.</p>
              </EmptyState>
            ) : (
              <ItemList label="Veículos" busy={refreshing}>
                {data.map((vehicle) => (
                  <Item
                    key={vehicle.id}
                    icon="car"
                    title={vehicle.name}
                    note={formatPlate(vehicle.license_plate)}
                    name={vehicle.name}
                    removeTitle="Excluir veículo"
                    onRemove={() => remove(vehicle)}
                  />
                ))}
              </ItemList>
            )}
            <VehicleForm onAdded={added} />
          </>
        )}
      </LoadView>
    </Page>
  )
}

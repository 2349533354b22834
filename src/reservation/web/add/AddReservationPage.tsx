import { type ReactNode, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useOfflineReason } from '#kit/web/notice/useOfflineReason.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSession } from '#session/web/session.ts'
import { RatePanel } from '#ticket/web/rate/RatePanel.tsx'
import { type WireVehicle, listVehicles } from '#vehicle/contract.ts'
import { VehicleForm } from '#vehicle/web/VehicleForm.tsx'
import { parkingStats } from '#parking/contract.ts'
import css from '../Reservation.module.css'
import { formatPlate } from '#vehicle/formatPlate.ts'
import { removeVehicle } from '#vehicle/web/removeVehicle.ts'
import { call } from '#kit/web/call/call.ts'
import { waitForUserId } from '#session/web/lastKnownUser.ts'
import { useCall } from '#kit/web/call/useCall.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { recordLatestPayment } from '#payment/web/latestPayment.ts'
import { createReserve } from '../../contract.ts'

const back = () => go('user.menu')

/** docs/spec.md#reserve-a-space */
export default function AddReservationPage() {
  const hold = useSession()?.configs.reserve
  return (
    <Page title="Reservar uma vaga" onBackClick={back}>
      {hold === undefined && <Skeleton lines={5} />}
      {hold !== undefined && hold.value === 0 && (
        <>
          <Callout tone="warn" title="As reservas não estão disponíveis no momento.">
            <p>Você pode estacionar normalmente e pagar o ticket por aqui.</p>
          </Callout>
          <Button type="button" onClick={back}>
            VOLTAR AO MENU
          </Button>
        </>
      )}
      {hold !== undefined && hold.value > 0 && <ReserveLoader hold={hold} />}
    </Page>
  )
}

type HoldConfig = { valueHuman: string; valueMin: number; valueMinHuman: string }

function ReserveLoader({ hold }: { hold: HoldConfig }) {
  const form = useReserveForm()
  const { cars, spaces, reload } = form
  const waiting = { label: 'Buscando veículos e vagas...', lines: 6 }
  return (
    <LoadView load={{ view: cars, reload }} failed="Não foi possível carregar seus veículos" {...waiting}>
      {() => (
        <LoadView load={{ view: spaces, reload }} failed="Não foi possível buscar as vagas" {...waiting}>
          {() => <ReserveForm form={form} hold={hold} />}
        </LoadView>
      )}
    </LoadView>
  )
}

function ReserveForm({ form, hold }: { form: ReserveFormState; hold: HoldConfig }) {
  const offline = useOfflineReason()
  const { lots } = form
  const lot = lots.find(({ id }) => id === form.lotId)
  const free = lots.some((lot) => lot.free_reserves > 0)
  const button = (
    <Button
      type="button"
      icon="reserve"
      disabledReason={offline ?? missingText(form, free)}
      onClick={() => void form.reserve()}
    >
      RESERVAR VAGA
    </Button>
  )
  return (
    <>
      {!free && (
        <Callout tone="warn" title="Não há mais vagas reservadas disponíveis.">
          <p>As vagas voltam quando uma reserva termina ou é cancelada. Tente de novo daqui a pouco.</p>
        </Callout>
      )}
      <VehicleChoice form={form} />
      <RadioChoices
        legend="Em qual estacionamento?"
        name="lot"
        choices={lots.map(({ id, name, free_reserves: free }) => ({
          id,
          name,
          note: spacesText(free),
          free,
        }))}
        chosen={form.lotId}
        onChoose={form.chooseLot}
      />
      {lot !== undefined && <RatePanel lotId={lot.id} lot={lot.name} />}
      <p>
        <span>{`Para reservar, R$\u00a0${hold.valueHuman} são pré-autorizados no cartão de crédito. Só o tempo usado é cobrado.`}</span>
        {hold.valueMin > 0 && (
          <span>{` Se você cancelar ou não chegar a tempo, R$\u00a0${hold.valueMinHuman} ficam retidos.`}</span>
        )}
      </p>
      {form.vehicles.length === 0 ? button : <Actions>{button}</Actions>}
    </>
  )
}

function VehicleChoice({ form }: { form: ReserveFormState }) {
  const [adding, setAdding] = useState(false)
  const { vehicles, vehicleId } = form
  const current = vehicles.find(({ id }) => id === vehicleId)
  const add = (vehicle: WireVehicle) => {
    setAdding(false)
    form.added(vehicle)
  }
  const hasNone = vehicles.length === 0
  return (
    <>
      {hasNone ? (
        <p>Adicione o veículo: a câmera da entrada o reconhece pela placa.</p>
      ) : (
        <RadioChoices
          legend="Com qual veículo você vem?"
          name="vehicle"
          choices={vehicles.map(({ id, name, license_plate }) => ({
            id,
            name,
            note: formatPlate(license_plate),
          }))}
          chosen={vehicleId}
          onChoose={form.chooseVehicle}
        >
          {current && (
            <Button
              variant="danger"
              icon="trash"
              onClick={() => void removeVehicle(current).then((gone) => gone && form.reload())}
            >
              {`Excluir ${current.name}`}
            </Button>
          )}
        </RadioChoices>
      )}
      {adding || hasNone ? (
        <VehicleForm onAdded={add} />
      ) : (
        <Button variant="plain" icon="car" onClick={() => setAdding(true)}>
          Adicionar outro veículo
        </Button>
      )}
    </>
  )
}

function missingText({ vehicleId, lotId }: ReserveFormState, free: boolean): string | undefined {
  if (!free) return 'Não há mais vagas reservadas disponíveis.'
  if (vehicleId === null) return 'Escolha ou adicione o veículo.'
  return lotId === null ? 'Escolha o estacionamento.' : undefined
}

type RadioChoicesProps = {
  legend: string
  name: string
  choices: readonly { id: number; name: string; note: string; free?: number }[]
  chosen: number | null
  onChoose: (id: number) => void
  children?: ReactNode
}

function RadioChoices({ legend, name, choices, chosen, onChoose, children }: RadioChoicesProps) {
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className={css.choice}>
          <input
            type="radio"
            name={name}
            checked={choice.id === chosen}
            disabled={choice.free === 0}
            onChange={() => onChoose(choice.id)}
          />
          <span className="words">
            <span>{choice.name}</span>
            <small>{choice.note}</small>
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  )
}

function spacesText(free: number): string {
  if (free === 0) return 'Sem vagas reservadas agora'
  return free === 1 ? '1 vaga reservada livre' : `${free} vagas reservadas livres`
}

type ReserveFormState = ReturnType<typeof useReserveForm>

function useReserveForm() {
  const { view: cars, reload: reloadCars } = useCall(listVehicles, { query: {} })
  const { view: spaces, reload: reloadSpaces } = useCall(parkingStats)
  const [car, chooseVehicle] = useState<number | null>(null)
  const [lot, chooseLot] = useState<number | null>(null)
  const [newest, setNewest] = useState<WireVehicle | null>(null)
  const listed = cars.state === 'ready' ? cars.value.data : []
  const isListed = newest === null || listed.some(({ id }) => id === newest.id)
  const vehicles = isListed ? listed : [...listed, newest]
  const lots = spaces.state === 'ready' ? spaces.value.data.filter((each) => each.total_reserves > 0) : []
  const open = lots.filter(({ free_reserves }) => free_reserves > 0)
  const vehicleId = chosenId(vehicles, car)
  const lotId = chosenId(open, lot)
  const reload = () => {
    setNewest(null)
    reloadCars()
    reloadSpaces()
  }
  const reserve = useOneAtATime(async () => {
    if (vehicleId === null) return
    try {
      const body = { personVehicle_id: vehicleId, lot_id: lotId, person: await waitForUserId() }
      const { data } = await whileLoading(call(createReserve, { body }))
      recordLatestPayment(data)
      go('ticket.paymentType', { query: { ticket: data.ticket_code, ptoken: data.ws_token } })
    } catch (failure) {
      notifyFailure(failure, 'warning')
      reload()
    }
  })
  const added = (vehicle: WireVehicle) => {
    chooseVehicle(vehicle.id)
    setNewest(vehicle)
    reloadCars()
  }
  return { cars, spaces, vehicles, lots, vehicleId, lotId, chooseVehicle, chooseLot, reload, reserve, added }
}

function chosenId(things: readonly { id: number }[], chosen: number | null): number | null {
  const only = things.length === 1 ? things[0] : undefined
  return (things.find(({ id }) => id === chosen) ?? only)?.id ?? null
}

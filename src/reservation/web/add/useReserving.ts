import { useState } from 'react'
import { call } from '#kit/web/call/call.ts'
import { waitForPerson } from '#session/web/person.ts'
import { useCall } from '#kit/web/call/useLoad.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { go } from '#kit/web/route/routes.ts'
import { parkingStats } from '#parking/contract.ts'
import { keepPayment } from '#payment/web/latestPayment.ts'
import { listVehicles, type WireVehicle } from '#vehicle/contract.ts'
import { createReserve } from '../../contract.ts'

export type Reserving = ReturnType<typeof useReserving>

/** A single car or lot is chosen already. */
export function useReserving() {
  const { view: cars, reload: reloadCars } = useCall(listVehicles, { query: {} })
  const { view: spaces, reload: reloadSpaces } = useCall(parkingStats)
  const [car, chooseVehicle] = useState<number | null>(null)
  const [lot, chooseLot] = useState<number | null>(null)
  const vehicles = cars.state === 'ready' ? cars.value.data : []
  const lots = spaces.state === 'ready' ? spaces.value.data.filter((each) => each.total_reserves > 0) : []
  const open = lots.filter(({ free_reserves }) => free_reserves > 0)
  const vehicleId =
    vehicles.find(({ id }) => id === car)?.id ?? (vehicles.length === 1 ? (vehicles[0]?.id ?? null) : null)
  const lotId = open.find(({ id }) => id === lot)?.id ?? (open.length === 1 ? (open[0]?.id ?? null) : null)
  const reload = () => {
    reloadCars()
    reloadSpaces()
  }
  const reserve = useOneAtATime(async () => {
    if (vehicleId === null) return
    try {
      const body = { personVehicle_id: vehicleId, lot_id: lotId, person: await waitForPerson() }
      const { data } = await whileLoading(call(createReserve, { body }))
      keepPayment(data)
      go('ticket.paymentType', { query: { ticket: data.ticket_code, ptoken: data.ws_token } })
    } catch (failure) {
      notifyFailure(failure, 'warning')
      reload()
    }
  })
  const added = (vehicle: WireVehicle) => {
    chooseVehicle(vehicle.id)
    reloadCars()
  }
  return { cars, spaces, vehicles, lots, vehicleId, lotId, chooseVehicle, chooseLot, reload, reserve, added }
}

import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { removeVehicle as contract, type WireVehicle } from '../contract.ts'
import { formatPlate } from '../formatPlate.ts'

export async function removeVehicle({ id, name, license_plate }: WireVehicle): Promise<boolean> {
  const text = `${name}, placa ${formatPlate(license_plate)}`
  if (!(await confirm('Excluir registro?', { text, yes: 'Excluir', danger: true }))) return false
  try {
    await whileLoading(call(contract, { params: { id } }))
    return true
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    if (failure.status === 404) return true
    notify(failureText(failure), 'danger')
    return false
  }
}

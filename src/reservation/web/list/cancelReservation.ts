import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { cancelReserve } from '../../contract.ts'
import { reserveOf } from '../reserved.ts'

/** True when the list must be reloaded. */
export async function cancelReservation(payment: WireTransaction): Promise<boolean> {
  const reserve = reserveOf(payment)
  const paid = reserve?.state === 'preauthorised'
  const sure = await confirm('Cancelar esta reserva?', {
    text:
      !paid || !reserve
        ? 'A vaga será liberada. Nada foi cobrado.'
        : reserve.retained.value > 0
          ? `R$ ${reserve.retained.valueHuman} serão cobrados do cartão, como informado antes do pagamento. O resto da pré-autorização será liberado.`
          : 'Toda a pré-autorização será liberada no seu cartão.',
    yes: 'Cancelar reserva',
    no: 'Manter reserva',
    danger: true,
  })
  if (!sure) return false
  try {
    await whileLoading(call(cancelReserve, { params: { token: payment.ws_token } }))
    notify('Reserva cancelada.', 'success', 3_000)
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(failureText(failure), 'danger')
  }
  return true
}

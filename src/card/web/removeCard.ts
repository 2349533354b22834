import { brandDisplayName } from '#acquirer/brands.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { removeSavedCard, type WireSavedCard } from '../contract.ts'

const doneMs = 3_000

export async function removeCard(card: WireSavedCard): Promise<boolean> {
  const sure = await confirm(
    `Confirma excluir o cartão ${brandDisplayName(card.brand)} final ${card.card_last_digits}`,
    { text: 'Ele deixa de aparecer nos próximos pagamentos.', yes: 'Excluir', danger: true },
  )
  if (!sure) return false
  try {
    await whileLoading(call(removeSavedCard, { params: { token: card.ws_token } }))
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    if (failure.status !== 404) {
      notify(failureText(failure), 'danger')
      return false
    }
  }
  notify('Cartão excluído.', 'success', doneMs)
  return true
}

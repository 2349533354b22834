import { useCallback } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { editSavedCard, type WireSavedCard } from '#card/contract.ts'
import { latestCard } from '#card/web/latestCard.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { useLoad, type Loaded } from '#kit/web/call/useLoad.ts'
import { useForm } from '#kit/web/form/Form.tsx'
import { savedCardFields } from '../cardFields.ts'
import { usePay, type Screen, type SendCard } from './usePay.ts'

export type SavedCardEntry = { isNewCard: false; payMethod_token: string; cardCvv: string; cardSave: boolean }

export function useSavedCardPayment(
  token: string,
  cardToken: string,
  screen: Screen,
): {
  card: Loaded<WireSavedCard>
  reloadCard: () => void
  form: UseFormReturn<SavedCardEntry>
  send: SendCard
} {
  const { view, reload } = useLoad(
    useCallback((signal: AbortSignal) => readCard(cardToken, signal), [cardToken]),
  )
  const nothing: SavedCardEntry = {
    isNewCard: false,
    payMethod_token: cardToken,
    cardCvv: '',
    cardSave: false,
  }
  const form = useForm<SavedCardEntry>({ schema: savedCardFields, defaultValues: nothing })
  const forget = () => form.setValue('cardCvv', '')
  const charge = usePay(token, screen, { cvv: forget, all: forget, keep: () => undefined })
  const send: SendCard = async (payment, entry) => {
    try {
      await charge(payment, entry)
    } catch (failure) {
      const why = failure instanceof CallFailure ? failure.errors['payMethod_token']?.[0] : undefined
      if (why === undefined) throw failure
      screen.watched.show(payment, why)
      reload()
    }
  }
  return { card: view, reloadCard: reload, form, send }
}

async function readCard(token: string, signal: AbortSignal): Promise<WireSavedCard> {
  return latestCard.take(token) ?? (await call(editSavedCard, { params: { token }, signal })).entity
}

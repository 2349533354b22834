import type { UseFormReturn } from 'react-hook-form'
import { useForm } from '#kit/web/form/Form.tsx'
import { cardFields } from '../cardFields.ts'
import type { CardEntry } from './cardEntry.ts'
import { useNameOnCard } from './nameOnCard.ts'
import { usePay } from './usePay.ts'
import type { Screen, SendCard } from './usePay.ts'

const nothing: CardEntry = {
  isNewCard: true,
  cardNumber: '',
  cardHolderName: '',
  cardExpiration: '',
  cardCvv: '',
  cardSave: false,
}

export function useCardPayment(
  token: string,
  screen: Screen,
): { form: UseFormReturn<CardEntry>; send: SendCard } {
  const form = useForm<CardEntry>({ schema: cardFields, defaultValues: nothing })
  useNameOnCard(form)
  const send = usePay(token, screen, {
    cvv: () => form.setValue('cardCvv', ''),
    all: () => form.reset(nothing),
  })
  return { form, send }
}

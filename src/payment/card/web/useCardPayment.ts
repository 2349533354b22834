import { useSession } from '#session/web/session.ts'
import { readDraft } from '#kit/web/state/draft.ts'
import { selectFilledText } from '#kit/web/form/fields.tsx'
import { foldForSearch } from '#kit/brazil.ts'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useForm } from '#kit/web/form/Form.tsx'
import { cardFields } from '../cardFields.ts'
import { useIsOwnerSignedOut } from '../../web/outcome/OwnerSignedOut.tsx'
import { usePay, type PayContext } from './usePay.ts'
import { createPersonalStore } from '#kit/web/state/personalStore.ts'

const emptyCard: CardEntry = {
  isNewCard: true,
  cardNumber: '',
  cardHolderName: '',
  cardExpiration: '',
  cardCvv: '',
  cardSave: false,
}

export function useCardPayment(context: PayContext) {
  const form = useForm<CardEntry>({ schema: cardFields, defaultValues: emptyCard })
  useCardholderName(form)
  const { view } = context.polled
  const code = 'payment' in view ? view.payment.ticket_code : null
  const isOwnerSignedOut = useIsOwnerSignedOut(view)
  useRestoreTypedCard(form, isOwnerSignedOut ? null : code)
  useKeepTypedCard(form, isOwnerSignedOut ? code : null)
  const send = usePay(context, {
    clearCvv: () => form.setValue('cardCvv', ''),
    clearCard: () => form.reset(emptyCard),
    keepCard: (code) => keepTypedCard(code, form.getValues()),
  })
  return { form, send }
}

function useRestoreTypedCard({ setValue }: UseFormReturn<CardEntry>, code: string | null): void {
  useEffect(() => {
    const card = code === null ? null : takeTypedCard(code)
    if (card === null) return
    setValue('cardNumber', card.cardNumber)
    setValue('cardHolderName', card.cardHolderName)
    setValue('cardExpiration', card.cardExpiration)
  }, [code, setValue])
}

/** Keeps the typed card for the ticket's next form (docs/spec.md#r26). */
function useKeepTypedCard({ getValues }: UseFormReturn<CardEntry>, code: string | null): void {
  useEffect(() => {
    if (code !== null && getValues('cardNumber') !== '') keepTypedCard(code, getValues())
  }, [code, getValues])
}

export type CardEntry = {
  isNewCard: true
  cardNumber: string
  cardHolderName: string
  cardExpiration: string
  cardCvv: string
  cardSave: boolean
}

/** 'João da Conceição' -> 'JOAO DA CONCEICAO', as cards print it. */
function toPrintedName(name: string): string {
  return foldForSearch(name).replace(/\s+/g, ' ').toUpperCase()
}

function useCardholderName({ getValues, setValue }: UseFormReturn<CardEntry>): void {
  const user = useSession()?.user
  useEffect(() => {
    const typed = readDraft('account')['name']
    const name = user?.name ?? (typeof typed === 'string' ? typed : '')
    if (getValues('cardHolderName') !== '') return
    setValue('cardHolderName', toPrintedName(name))
    selectFilledText(['cardHolderName'])
  }, [user, getValues, setValue])
}

type TypedCard = { cardNumber: string; cardHolderName: string; cardExpiration: string }

const typedCard = createPersonalStore<{ code: string; card: TypedCard } | null>(null)

function keepTypedCard(code: string, { cardNumber, cardHolderName, cardExpiration }: TypedCard): void {
  typedCard.set({ code, card: { cardNumber, cardHolderName, cardExpiration } })
}

function takeTypedCard(code: string): TypedCard | null {
  const kept = typedCard.get()
  if (kept?.code !== code) return null
  typedCard.set(null)
  return kept.card
}

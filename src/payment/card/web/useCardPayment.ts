import { useSession } from '#session/web/session.ts'
import { readDraft } from '#kit/web/state/draft.ts'
import { selectFilledText } from '#kit/web/form/fields.tsx'
import { searchable } from '#kit/brazil.ts'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useForm } from '#kit/web/form/Form.tsx'
import { cardFields } from '../cardFields.ts'
import { useOwnerAway } from '../../web/done/OwnerAway.tsx'
import { usePay, type Screen } from './usePay.ts'
import { createPersonalStore } from '#kit/web/state/personal.ts'

const nothing: CardEntry = {
  isNewCard: true,
  cardNumber: '',
  cardHolderName: '',
  cardExpiration: '',
  cardCvv: '',
  cardSave: false,
}

export function useCardPayment(token: string, screen: Screen) {
  const form = useForm<CardEntry>({ schema: cardFields, defaultValues: nothing })
  useNameOnCard(form)
  const { view } = screen.watched
  const code = 'payment' in view ? view.payment.ticket_code : null
  const isOwnerAway = useOwnerAway(view)
  useKeptCard(form, isOwnerAway ? null : code)
  useCardOfEndedLogin(form, isOwnerAway ? code : null)
  const send = usePay(token, screen, {
    cvv: () => form.setValue('cardCvv', ''),
    all: () => form.reset(nothing),
    keep: (code) => keepTypedCard(code, form.getValues()),
  })
  return { form, send }
}

function useKeptCard({ setValue }: UseFormReturn<CardEntry>, code: string | null): void {
  useEffect(() => {
    const card = code === null ? null : takeTypedCard(code)
    if (card === null) return
    setValue('cardNumber', card.cardNumber)
    setValue('cardHolderName', card.cardHolderName)
    setValue('cardExpiration', card.cardExpiration)
  }, [code, setValue])
}

/** The typed card goes on to the ticket's next form (docs/spec.md#r26). */
function useCardOfEndedLogin({ getValues }: UseFormReturn<CardEntry>, code: string | null): void {
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
function printedName(name: string): string {
  return searchable(name).replace(/\s+/g, ' ').toUpperCase()
}

function useNameOnCard({ getValues, setValue }: UseFormReturn<CardEntry>): void {
  const user = useSession()?.user
  useEffect(() => {
    const typed = readDraft('account')['name']
    const name = user?.name ?? (typeof typed === 'string' ? typed : '')
    if (getValues('cardHolderName') !== '') return
    setValue('cardHolderName', printedName(name))
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
